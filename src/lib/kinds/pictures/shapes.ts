/** A closed shape as path data (`d`), in a picture of 200 × 136. */
export type Shape = string;

/** A rectangle with a corner radius of `r`. */
export function box(x: number, y: number, width: number, height: number, r = 0): Shape {
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
}

/** A disc around a point. */
export function disc(x: number, y: number, r: number): Shape {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;
}

/** The upper half of a disc. */
export function dome(x: number, y: number, r: number): Shape {
  return `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0z`;
}

/** A polygon. */
export function corners(...points: readonly (readonly [x: number, y: number])[]): Shape {
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}z`;
}

/** The area below a line of waves, each `width` wide and `height` high. */
export function waves(y: number, width: number, height: number): Shape {
  const count = Math.ceil(200 / width);
  const line = Array.from(
    { length: count },
    (_, at) => `q${width / 2} ${at % 2 ? height : -height} ${width} 0`
  );
  return `M0 ${y}${line.join('')}V136H0z`;
}
