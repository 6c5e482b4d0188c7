import { figureLanguages } from '../i18n/figure.ts';
import { fetchMessages } from '../i18n/messages.ts';
import { calledIn } from '../lessons/document-names.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { type Journey, journeyOf } from '../stage/journey.ts';
import { payoffOf } from '../stage/payoff.ts';
import { labelsOf } from '../trace/axis-labels.ts';
import { traceReader } from '../trace/trace-reader.ts';
import { titled } from '../views/stage/captions.ts';
import { factsText, licenceText, sentenceText, unwrittenTexts } from './caption.ts';
import { wrapped } from './draw-legend.ts';
import { subjectOf } from './models.ts';
import { judged, queryOf } from './reading.ts';
import type { StageSubjectOptions } from './stage-options.ts';
import { isTheme, type Theme } from './themes.ts';
import type { TraceLike } from './trace-like.ts';

/** The stage of one token, ready to be drawn in any format. */
export interface StageSubject {
  readonly journey: Journey;
  /** What the film comes to, said after its last chapter. Null where that is not known. */
  readonly payoff: { readonly title: string; readonly text: string } | null;
  readonly theme: Theme;
  /** The texts below the picture: the sentence, then its settings and the licence. */
  readonly below: readonly string[];
  /** Start of each chapter, and end of the last one. Seconds */
  readonly starts: readonly number[];
  readonly end: number;
}

/** How long the last picture stays, with what the film comes to. Seconds */
export const END = 4;

/** Loads the messages of the language first. Throws AttentionError `out-of-range` (head) and `range` (an option). */
export async function stageSubjectOf(
  scene: Scene,
  trace: TraceLike,
  options: StageSubjectOptions = {},
): Promise<StageSubject> {
  const { theme = 'light', lang = 'en', head, right } = options;
  if (!isTheme(theme)) throw new AttentionError('range', `theme is "${theme}"; it must be light or dark`, 'theme');
  const language = figureLanguages.find((code) => code === lang);
  if (language === undefined)
    throw new AttentionError('range', `lang is "${lang}"; it must be ${figureLanguages.join(' or ')}`, 'lang');
  const subject = subjectOf(scene, trace, { ...(head === undefined ? {} : { head }), lang });
  await fetchMessages(language);
  const sourceOf = (one: TraceLike) => ({
    ...{
      scene,
      reader: traceReader(one, (name) => calledIn(scene).names[name]),
      labels: labelsOf(scene, one),
      digits: subject.digits,
    },
    ...{ head: subject.head === 'all' ? 0 : subject.head, heads: one.symbols['H'] ?? 1 },
    certainty: judged({ scene, trace: one }).certainty,
  });
  const source = { ...sourceOf(trace), ...(right === undefined ? {} : { withoutMistake: sourceOf(right) }) };
  const query = queryOf(subject);
  const journey = journeyOf(language, source, query);
  let end = 0;
  const starts = journey.chapters.map(({ seconds }) => {
    end += seconds;
    return end - seconds;
  });
  const below = [sentenceText(subject), factsText(subject, null), ...unwrittenTexts(subject), licenceText(lang)];
  const payoff = payoffOf(language, { scene, trace, head: source.head, query });
  return { journey, payoff, theme, below, starts, end };
}

/** A line of a caption. Only the first line has a title. */
export interface CaptionLine {
  readonly title: string;
  readonly text: string;
}

/** The caption of a chapter, in lines of at most `width` px at a font size of `size` px. */
export const captionLines = (journey: Journey, index: number, width: number, size: number): readonly CaptionLine[] =>
  linesOf(titled(journey, index), width, size);

/** The end of the film as a caption. Without one the last chapter's stays. */
export const payoffLines = ({ payoff }: StageSubject, width: number, size: number): readonly CaptionLine[] | null =>
  payoff && linesOf([payoff.title, payoff.text], width, size);

function linesOf([title, text]: readonly [string, string], width: number, size: number): readonly CaptionLine[] {
  const [first = '', ...others] = wrapped(`${title} ${text}`, width * 0.97, size);
  const isWhole = first.startsWith(title);
  return [
    { title: isWhole ? title : first, text: isWhole ? first.slice(title.length).trimStart() : '' },
    ...others.map((line) => ({ title: '', text: line })),
  ];
}
