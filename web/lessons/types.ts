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
 * A lesson: scenes and what to do in them, without words in any language. Its words are a `LessonText` for each
 * language, with the same ids. A reader turns the pages. A page may open a scene, point at something, ask for a
 * number before it shows it, and wait for an action. At the end are challenges, which are checked automatically.
 * The parts are defined in description.ts, which also describes a lesson in a file.
 */
export interface Lesson extends Course {
  readonly source: Source;
}

/** The parts of a lesson. */
export interface Course {
  /** As in a link: `#lesson=illustrated`. */
  readonly id: string;
  /** The scene of the first page, and of a link. */
  readonly scene: Scene;
  readonly pages: readonly LessonPage[];
  /** Pages added after links began to name pages. A page number in an old link does not count them. */
  readonly unnumbered?: readonly string[];
  readonly challenges: readonly Challenge[];
}

export interface LessonPage extends Having<typeof page> {
  /** Unique in the lesson; the key of its text. */
  readonly id: string;
  readonly predict?: Prediction;
}

/**
 * The target of a page: a control by the dotted path it changes (`control:attention.mask`, `control:mistake`,
 * `control:sentence` for the tokens), the button of the mask lab (`control:attention.mask.lab`) or of decoding
 * (`control:decode`), a step or parameter by its tensor (`step:scores`, `step:w_k`), or a cell by its index
 * (`cell:weights:0,0,1`).
 */
export type Target = NonNullable<LessonPage['points']>;

/** A cell whose number the reader predicts before it is shown. The answer is in the trace, not here. */
export interface Prediction extends Having<typeof prediction> {}

export interface Challenge extends Having<typeof challenge> {
  /** Unique among the lesson's challenges; the key of its text. */
  readonly id: string;
}

/**
 * Cells of one tensor. A tensor is a list of matrices (its last two axes), and a vector is one row. All indices
 * start at 0.
 */
export interface Cells extends Having<typeof cells> {}

/**
 * The words of a lesson in one language. Plain text with two marks: `name` in backticks for a step, tensor,
 * parameter or value, and [[key]] or [[key|as shown]] for a term of the glossary. \n\n separates paragraphs.
 */
export interface LessonText {
  readonly title: string;
  /** One sentence. */
  readonly summary: string;
  /** The credit for the numbers. */
  readonly credit: string;
  /** By page id; all of them, in the lesson's order. */
  readonly pages: Readonly<Record<string, PageText>>;
  readonly challenges: Readonly<Record<string, ChallengeText>>;
}

export interface PageText extends Having<typeof pageText> {
  /** The question, and the text shown after the number. Present exactly if the page has a prediction. */
  readonly predict?: Having<typeof predictionText>;
}

interface ChallengeText extends Having<typeof challengeText> {}

interface GlossaryEntry {
  /** As shown to the reader. */
  readonly term: string;
  /** Two or three sentences, with the marks of a lesson's text. */
  readonly text: string;
}

/** By the term's key, which is the same in every language. */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;
