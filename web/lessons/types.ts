import type { Scene } from '../scene/types.ts';

/**
 * A lesson: scenes and what to do in them, without a word in any language. Its words are a `LessonText`, one a language,
 * with the same ids. A reader turns the pages; a page may open a scene, point at something, ask for a number before it
 * shows it, and wait for something to be done. At the end are challenges, which the page checks by itself.
 */
export interface Lesson {
  /** As in a link: `#lesson=illustrated`. */
  readonly id: string;
  /** What the first page opens, and the link. */
  readonly scene: Scene;
  readonly source: Source;
  readonly pages: readonly LessonPage[];
  readonly challenges: readonly Challenge[];
}

export interface LessonPage {
  /** Unique in the lesson; the key of its text. */
  readonly id: string;
  /** Opened when the page is turned to; without one the scene stays as the reader left it. The first page has the lesson's. */
  readonly scene?: Scene;
  readonly points?: Target;
  /** The moment of the journey that is on show, as in a scene's view: the page is read beside the stage. */
  readonly at?: number;
  /** When this holds, the reader has done what the text's `do` asks for. A page can be turned without it. */
  readonly until?: Condition;
  readonly predict?: Prediction;
}

/**
 * What a page points at: a control by the dotted path of the part of the scene it changes (`control:attention.mask`,
 * `control:mistake`, `control:sentence` for the tokens), a step or parameter by its tensor (`step:scores`, `step:w_k`), or
 * one cell of one by its index (`cell:weights:0,0,1`).
 */
export type Target = `control:${string}` | `step:${string}` | `cell:${string}:${string}`;

/** A cell whose number the reader is asked for before it is shown. The answer is in the trace, not here. */
export interface Prediction {
  readonly tensor: string;
  /** As many numbers as the tensor has axes, from 0. */
  readonly index: readonly number[];
  /** From 0; the last that has the tensor where left out. */
  readonly layer?: number;
  /** To choose from; without them the reader types a number. The one nearest to the cell's number is right. */
  readonly choices?: readonly number[];
  /** Digits after the point with which the number is shown, and to which a typed one has to be right. */
  readonly digits: number;
}

export interface Challenge {
  /** Unique among the lesson's challenges; the key of its text. */
  readonly id: string;
  /** Solved when this holds and nothing of `forbid` does. */
  readonly check: Condition;
  /** Opened when the challenge begins; without one it is the lesson's `scene`. */
  readonly start?: Scene;
  /** None of these may hold, as in "without touching the mask": `{ not: { same: '/attention/mask' } }`. */
  readonly forbid?: readonly Condition[];
}

/** Cells of one tensor. A tensor is a list of matrices (its last two axes); a vector is one row. All from 0. */
export interface Cells {
  readonly tensor: string;
  /** From 0; the last layer that has the tensor where left out. */
  readonly layer?: number;
  /** Which matrix; every one where left out. */
  readonly head?: number;
  readonly row?: number;
  readonly column?: number;
}

/**
 * Something that holds or does not, of a scene and its trace. Comparisons only: whatever has to be computed is a tensor
 * of the trace. A condition on a tensor that is not in the trace, or of a scene that was refused, does not hold.
 */
export type Condition =
  /** The value at a JSON pointer into the scene; what the scene leaves out has its default. */
  | { readonly scene: string; readonly is: Json }
  | { readonly scene: string; readonly atLeast: number }
  | { readonly scene: string; readonly atMost: number }
  /** What the pointer leads to is as it was at the start of the page or challenge. */
  | { readonly same: string }
  /** Every cell within `within` of the numbers, in order; for several heads the numbers of one are enough. */
  | (Cells & { readonly near: readonly number[]; readonly within: number })
  /** identity: 1 on the diagonal and 0 elsewhere. uniform: the numbers of each row are alike. */
  | (Cells & { readonly is: 'identity' | 'uniform'; readonly within: number })
  /** Every cell. */
  | (Cells & { readonly atLeast: number })
  | (Cells & { readonly atMost: number })
  /** In every row looked at, this column has the one largest number. */
  | (Cells & { readonly largest: number })
  /** Two tensors of the same shape have the same numbers. */
  | (Cells & { readonly equals: string; readonly within: number })
  /** The trace has this step. */
  | { readonly step: string }
  /** The variance of all numbers of a tensor. */
  | { readonly variance: string; readonly atMost: number }
  | { readonly variance: string; readonly atLeast: number }
  /** The scene was refused, with this error code; `path` is the JSON pointer it names. */
  | { readonly refused: string; readonly path?: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * The words of a lesson in one language. Plain text with two marks: `name` in backticks for a step, tensor, parameter or
 * value, and [[key]] or [[key|as shown]] for a term of the glossary by its key (shown as the key where nothing else is said). \n\n parts paragraphs.
 */
export interface LessonText {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** Whom to thank for the numbers, and for what. */
  readonly credit: string;
  /** By the page's id; all of them, in the lesson's order. */
  readonly pages: Readonly<Record<string, PageText>>;
  readonly challenges: Readonly<Record<string, ChallengeText>>;
}

export interface PageText {
  readonly title: string;
  readonly body: string;
  /** The question, and what to say once the number is shown. There exactly when the page has a prediction. */
  readonly predict?: { readonly ask: string; readonly reveal: string };
  /** What to do, in a sentence. There exactly when the page has an `until`. */
  readonly do?: string;
}

interface ChallengeText {
  readonly title: string;
  readonly ask: string;
  readonly hint: string;
  /** When it is solved. */
  readonly done: string;
}

interface GlossaryEntry {
  /** As a reader sees it. */
  readonly term: string;
  /** Two or three sentences, marked like a lesson's text. */
  readonly text: string;
}

/** By the term's key, which is the same in every language. */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;

export interface Source {
  /** The document that the numbers are from. */
  readonly title: string;
  readonly links: readonly { readonly title: string; readonly url: string }[];
  /** The licence that the lesson's own text may be reused under. */
  readonly licence: string;
}
