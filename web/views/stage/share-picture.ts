import type { Journey, ShareScene } from '../../stage/journey.ts';
import { formatPercent } from '../shared/number-format.ts';
import { keyRows } from './key-rows.ts';
import { ease, type Room, Sheet, type StagePicture } from './marks.ts';
import { bound, cell, columnText, columnWidth, heading, isNarrow, wordKey } from './parts.ts';

/** All of the attention, 100 %, is poured out: every key gets its share of it. */
export function sharePicture(scene: ShareScene, journey: Journey, progress: number, room: Room): StagePicture {
  const sheet = new Sheet(journey.source.reader);
  const { text, width } = room;
  const { digits } = journey.source;
  const narrow = isNarrow(room);
  const header = 4.2 * text;
  const rows = keyRows(sheet, journey, { header, room, hidden: scene.from });
  const { keys, down } = rows;
  const poured = ease(progress, 0.12, 0.9);
  let x = rows.left + 0.8 * text;
  if (scene.from !== null) {
    const { from } = scene;
    const writtenIn = keys.map((key) => columnText(from, from.number(key).value, digits));
    const numbers = columnWidth(writtenIn, 0.95 * text, narrow ? 3.6 * text : 5.2 * text, digits);
    const most = bound(keys.map((key) => from.number(key)));
    heading(
      sheet,
      `heading ${from.name} ${from.layer}`,
      from,
      { x: x + numbers / 2, y: header - 0.75 * text, anchor: 'middle' },
      text,
    );
    for (const [place, key] of keys.entries()) {
      const number = from.number(key);
      cell(
        sheet,
        `${from.name} ${from.layer} ${wordKey(journey.keyTokens, key)}`,
        { x, y: header + place * down, width: numbers - 4, height: down },
        {
          number,
          role: 'w',
          most,
          text: columnText(from, number.value, digits),
        },
        0.95 * text,
      );
    }
    x += numbers + text;
  }
  const percent = 4.6 * text;
  const full = Math.max(2 * text, width - x - percent);
  // What has been poured out of the vessel is in the bars.
  sheet.box('vessel frame', { x, y: 0.5 * text, width: full, height: 1.7 * text, role: 'w', look: 'frame' });
  sheet.box('vessel', {
    x,
    y: 0.5 * text,
    width: full * (1 - poured),
    height: 1.7 * text,
    role: 'w',
    look: 'bar',
    strength: 0.9,
  });
  sheet.label('vessel text', formatPercent(1), {
    x: x + full + percent - 0.4 * text,
    y: 1.35 * text,
    size: 1.15 * text,
    anchor: 'end',
    role: 'w',
    look: 'bold',
  });
  heading(
    sheet,
    `heading ${scene.shares.name} ${scene.shares.layer}`,
    scene.shares,
    { x: x + full + percent - 0.4 * text, y: header - 0.75 * text, anchor: 'end', opacity: poured },
    text,
  );
  let top = keys[0] ?? 0;
  for (const [place, key] of keys.entries()) {
    const number = scene.shares.number(key);
    if (number.value > scene.shares.number(top).value) top = key;
    const y = header + place * down;
    const id = `share ${scene.shares.layer} ${wordKey(journey.keyTokens, key)}`;
    const hidden = scene.from?.number(key).value === -Infinity;
    const long = Number.isFinite(number.value) ? Math.min(1, Math.max(0, number.value)) * full * poured : 0;
    sheet.box(`track ${id}`, {
      x,
      y: y + down * 0.12,
      width: full,
      height: down * 0.76,
      role: 'w',
      look: hidden ? 'hatched' : 'cell',
      strength: 0.06,
    });
    sheet.box(id, {
      x,
      y: y + down * 0.12,
      width: long,
      height: down * 0.76,
      role: 'w',
      look: 'bar',
      strength: 0.9,
      number,
    });
    sheet.label(`${id} text`, formatPercent(number.value), {
      x: x + full + percent - 0.4 * text,
      y: y + down / 2,
      size: text * (number.value >= 0.5 ? 1.2 : 1),
      anchor: 'end',
      role: number.value === 0 ? 'soft' : 'w',
      look: number.value >= 0.1 ? 'bold' : 'plain',
      opacity: ease(progress, 0.35, 0.9),
      number,
    });
  }
  sheet.now = scene.shares.number(top);
  return sheet.picture;
}
