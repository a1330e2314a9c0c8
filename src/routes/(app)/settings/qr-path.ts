import { encode } from 'uqr';

/** A QR code as one path of squares, and the side of its square, in modules; the quiet border of four that cameras are promised (ISO 18004) is part of it. */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return { path, side: size };
}
