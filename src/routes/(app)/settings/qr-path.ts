import { encode } from 'uqr';

/**
 * Returns a QR code as one path, and the length of its side in modules. It includes the quiet zone of four modules (ISO
 * 18004).
 */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join(''))
    .join('');
  return { path, side: size };
}
