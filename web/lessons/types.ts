import type { Scene } from '../scene/types.ts';
import type {
  Condition,
  cells,
  challenge,
  challengeText,
  Having,
  page,
  pageText,
  prediction,
  predictionText,
  Source,
} from './description.ts';

export type { Condition, Source };

/**
 * A lesson: scenes and what to do in them, without a word in any language. Its words are a `LessonText`, one a language,
 * with the same ids. A reader turns the pages; a page may open a scene, point at something, ask for a number before it
 * shows it, and wait for something to be done. At the end are challenges, which the page checks by itself. What the parts
 * are is in description.ts, which describes a lesson in a file as well.
 */
export interface Lesson extends Course {
  readonly source: Source;
}

/** What a reader goes through. */
export interface Course {
  /** As in a link: `#lesson=illustrated`. */
  readonly id: string;
  /** What the first page opens, and the link. */
  readonly scene: Scene;
  readonly pages: readonly LessonPage[];
  /** The pages that were put in when links named pages already: what a link says by a number is counted without them. */
  readonly unnumbered?: readonly string[];
  readonly challenges: readonly Challenge[];
}

export interface LessonPage extends Having<typeof page> {
  /** Unique in the lesson; the key of its text. */
  readonly id: string;
  readonly predict?: Prediction;
}

/**
 * What a page points at: a control by the dotted path of the part of the scene it changes (`control:attention.mask`,
 * `control:mistake`, `control:sentence` for the tokens), a step or parameter by its tensor (`step:scores`, `step:w_k`), or
 * one cell of one by its index (`cell:weights:0,0,1`).
 */
export type Target = NonNullable<LessonPage['points']>;

/** A cell whose number the reader is asked for before it is shown. The answer is in the trace, not here. */
export interface Prediction extends Having<typeof prediction> {}

export interface Challenge extends Having<typeof challenge> {
  /** Unique among the lesson's challenges; the key of its text. */
  readonly id: string;
}

/** Cells of one tensor. A tensor is a list of matrices (its last two axes); a vector is one row. All from 0. */
export interface Cells extends Having<typeof cells> {}

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

export interface PageText extends Having<typeof pageText> {
  /** The question, and what to say once the number is shown. There exactly when the page has a prediction. */
  readonly predict?: Having<typeof predictionText>;
}

interface ChallengeText extends Having<typeof challengeText> {}

interface GlossaryEntry {
  /** As a reader sees it. */
  readonly term: string;
  /** Two or three sentences, marked like a lesson's text. */
  readonly text: string;
}

/** By the term's key, which is the same in every language. */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;
