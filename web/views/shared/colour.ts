/** Colours as OKLab (Ottosson 2020, bottosson.github.io/posts/oklab), where even steps look even; and WCAG 2 contrast. */

export interface Lab {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** sRGB, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const toLinear = (byte: number): number => {
  const c = byte / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
};

const toByte = (linear: number): number => {
  const c = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
};

export function toLab(rgb: Rgb): Lab {
  const [r, g, b] = [toLinear(rgb[0]), toLinear(rgb[1]), toLinear(rgb[2])];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

export function toRgb(lab: Lab): Rgb {
  const l = (lab.l + 0.3963377774 * lab.a + 0.2158037573 * lab.b) ** 3;
  const m = (lab.l - 0.1055613458 * lab.a - 0.0638541728 * lab.b) ** 3;
  const s = (lab.l - 0.0894841775 * lab.a - 1.291485548 * lab.b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

export function mix(from: Lab, to: Lab, share: number): Lab {
  const between = (x: number, y: number) => x + (y - x) * share;
  return { l: between(from.l, to.l), a: between(from.a, to.a), b: between(from.b, to.b) };
}

/** The colour's hue with another lightness and at most that chroma. */
export function tone(colour: Lab, lightness: number, chroma: number): Lab {
  const own = Math.hypot(colour.a, colour.b);
  const scale = own === 0 ? 0 : Math.min(chroma, own) / own;
  return { l: lightness, a: colour.a * scale, b: colour.b * scale };
}

export function luminance(rgb: Rgb): number {
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: Rgb, second: Rgb): number {
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export const css = (rgb: Rgb): string => `rgb(${rgb[0]} ${rgb[1]} ${rgb[2]})`;
