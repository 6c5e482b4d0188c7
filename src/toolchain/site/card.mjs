// Draws the preview of a link to the site: the default scene's weights as a heatmap and as lines, 1200 × 630. It is a PNG, since
// messengers do not show SVG, and drawing it needs no browser.
import { deflateSync } from 'node:zlib';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 45;

/** The card as PNG. `weights` are (T, T), `colours` the page's, as #rrggbb. */
export function socialCard({ tokens, weights, query }, colours) {
  const size = tokens.length;
  const paper = rgb(colours.paper);
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < pixels.length; at += 3) pixels.set(paper, at);
  const blend = (x, y, colour, opacity) => {
    const at = (y * WIDTH + x) * 3;
    for (let part = 0; part < 3; part += 1) pixels[at + part] += (colour[part] - pixels[at + part]) * opacity;
  };
  const side = HEIGHT - 2 * MARGIN;
  const cell = side / size;
  const ink = rgb(colours.w);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      // Cells are three pixels apart. A cell with hardly any weight stays visible.
      if (x % cell < 3 || y % cell < 3) continue;
      const weight = weights[Math.floor(y / cell) * size + Math.floor(x / cell)];
      blend(MARGIN + x, MARGIN + y, ink, 0.06 + 0.94 * weight);
    }
  }
  const [left, right] = [side + 2.5 * MARGIN, WIDTH - 2 * MARGIN];
  const middleOf = (index) => MARGIN + cell * (index + 0.5);
  const disc = (x, y, radius, colour, opacity) => {
    for (let row = Math.floor(y - radius); row <= y + radius; row += 1)
      for (let column = Math.floor(x - radius); column <= x + radius; column += 1) {
        const inside = radius + 0.5 - Math.hypot(column - x, row - y);
        if (inside > 0) blend(column, row, colour, Math.min(1, inside) * opacity);
      }
  };
  for (let i = 0; i < size; i += 1) {
    for (let j = 0; j < size; j += 1) {
      const weight = weights[i * size + j];
      if (weight < 0.02) continue;
      const half = 1 + 9 * weight;
      for (let x = Math.ceil(left); x <= right; x += 1) {
        const part = (x - left) / (right - left);
        const y = middleOf(i) + (middleOf(j) - middleOf(i)) * part * part * (3 - 2 * part);
        for (let row = Math.floor(y - half); row <= y + half; row += 1)
          blend(
            x,
            row,
            ink,
            Math.max(0, Math.min(1, half + 0.5 - Math.abs(row - y))) * (i === query ? 0.9 : 0.3 * weight),
          );
      }
    }
  }
  for (let index = 0; index < size; index += 1) {
    disc(left, middleOf(index), 13, rgb(colours.q), 1);
    disc(right, middleOf(index), 13, rgb(colours.k), 1);
  }
  return png(pixels);
}

const rgb = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

// https://www.w3.org/TR/png-3/: red, green and blue with eight bits each. Every row starts with the filter "none".
function png(pixels) {
  const row = WIDTH * 3;
  const rows = Buffer.alloc((row + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) rows.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

// Node has zlib.crc32 since 20.15.
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
