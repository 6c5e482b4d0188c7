import type { StageNumber } from '../../stage/numbers.ts';
import type { Role, TraceReader } from '../../trace/trace-reader.ts';

/** The size of the board and of its text, in CSS pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  readonly text: number;
}

interface Drawn {
  /** Identifies the same thing in two pictures, so that it moves from one to the other. */
  readonly key: string;
  readonly x: number;
  readonly y: number;
  /** From 0 (invisible) to 1. */
  readonly opacity: number;
}

/** A rectangle: a cell, a bar, a frame. */
export interface Box extends Drawn {
  readonly kind: 'box';
  readonly width: number;
  readonly height: number;
  readonly role: Role | 'line';
  readonly look: 'bar' | 'cell' | 'lit' | 'frame' | 'hatched';
  /** Colour intensity, from 0 to 1. */
  readonly strength: number;
  /** The number whose arithmetic a press shows. */
  readonly number?: StageNumber | undefined;
}

export interface Label extends Drawn {
  readonly kind: 'label';
  readonly text: string;
  /** A subscript after the text. */
  readonly sub?: string | undefined;
  /** A power after the text. Its digits are as large as the text, since they are read as numbers. */
  readonly power?: string | undefined;
  /** Where what it is about ends. As far as that is in sight, so is the label. */
  readonly until?: number | undefined;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly role: Role | 'soft';
  readonly look: 'plain' | 'bold' | 'name' | 'word';
  readonly number?: StageNumber | undefined;
}

/** A band between two points. */
export interface Flow extends Drawn {
  readonly kind: 'flow';
  readonly toX: number;
  readonly toY: number;
  readonly width: number;
  readonly role: Role;
}

export type Mark = Box | Label | Flow;

/** How much of a tensor, or of the keys, a picture shows. */
export interface LeftOut {
  /** The tensor, or null for keys. */
  readonly of: string | null;
  readonly shown: number;
  readonly all: number;
  readonly onlyZeros: boolean;
}

export interface StagePicture {
  readonly marks: readonly Mark[];
  /** The number that is being computed at this moment. */
  readonly now: StageNumber | null;
  /** Empty if the picture shows everything. */
  readonly left: readonly LeftOut[];
}

/** Collects the marks of a picture. */
export class Sheet {
  /** `text` is the size of plain text. */
  constructor(
    private readonly reader: TraceReader,
    readonly text = 13,
  ) {}

  readonly marks: Mark[] = [];
  now: StageNumber | null = null;

  /** The lesson document's name of a tensor, if it has one. */
  called(name: string): string | undefined {
    return this.reader.called?.(name);
  }

  box(key: string, box: Pick<Box, 'x' | 'y' | 'width' | 'height' | 'role'> & Partial<Box>): void {
    this.marks.push({ kind: 'box', key, look: 'cell', strength: 0, opacity: 1, ...box });
  }

  label(key: string, text: string, label: Pick<Label, 'x' | 'y' | 'size'> & Partial<Label>): void {
    this.marks.push({ kind: 'label', key, text, anchor: 'start', role: 'x', look: 'plain', opacity: 1, ...label });
  }

  flow(key: string, flow: Omit<Flow, 'kind' | 'key'>): void {
    this.marks.push({ kind: 'flow', key, ...flow });
  }
}

/** Goes from 0 to 1 while `progress` goes from `from` to `to`, slowly at both ends. */
export function ease(progress: number, from = 0, to = 1): number {
  const within = to <= from ? (progress >= to ? 1 : 0) : Math.min(1, Math.max(0, (progress - from) / (to - from)));
  return within * within * (3 - 2 * within);
}

/** Widths of a broad sans serif, in ems. */
const DIGIT = 0.65;
/** For characters that are not as wide as a digit. */
const letters: readonly (readonly [RegExp, number])[] = [
  [/[\p{Mark}\p{Default_Ignorable_Code_Point}]/u, 0],
  [/[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1.1],
  [/[mwMW@%…—]/u, 1],
  [/[ijlI.,:;!|'’()\s]/u, 0.37],
  [/[frt]/u, 0.48],
  [/[\p{Uppercase_Letter}]/u, 0.78],
];

/** An upper estimate of a text's width. Nothing is measured, so a picture is the same everywhere. */
export const widthOf = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0) * size;

const known = new Map<string, number>();

function letterWidth(letter: string): number {
  const width = known.get(letter) ?? letters.find(([of]) => of.test(letter))?.[1] ?? DIGIT;
  known.set(letter, width);
  return width;
}

export const between = (from: number, to: number, progress: number): number => from + (to - from) * progress;

/** The picture between two others: common marks move, new ones fade in, old ones are gone. */
export function morph(from: StagePicture, to: StagePicture, progress: number): StagePicture {
  if (progress >= 1) return to;
  const before = new Map(from.marks.map((mark) => [mark.key, mark]));
  const marks = to.marks.map((mark): Mark => {
    const old = before.get(mark.key);
    if (old?.kind !== mark.kind) return { ...mark, opacity: mark.opacity * progress };
    const common = {
      x: between(old.x, mark.x, progress),
      y: between(old.y, mark.y, progress),
      opacity: between(old.opacity, mark.opacity, progress),
    };
    if (mark.kind === 'label' && old.kind === 'label')
      return { ...mark, ...common, size: between(old.size, mark.size, progress) };
    if (mark.kind === 'flow' && old.kind === 'flow')
      return {
        ...mark,
        ...common,
        toX: between(old.toX, mark.toX, progress),
        toY: between(old.toY, mark.toY, progress),
        width: between(old.width, mark.width, progress),
      };
    if (mark.kind === 'box' && old.kind === 'box')
      return {
        ...mark,
        ...common,
        width: between(old.width, mark.width, progress),
        height: between(old.height, mark.height, progress),
        strength: between(old.strength, mark.strength, progress),
      };
    return mark;
  });
  return { ...to, marks };
}
