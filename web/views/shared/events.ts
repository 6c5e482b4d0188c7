import type { Focus, FocusDetail } from '../../trace/focus.ts';
import type { Scroll } from '../grid/layout.ts';
import type { Wanted } from '../overview/overview.ts';

/** What the events of components carry, by their names. Controls and the page add theirs to this map. */
export interface EventDetails {
  /** A token, pair or cell is to be in focus. */
  'sa-focus': FocusDetail;
  /** The keyboard left the excerpt. One that holds the new focus is to be shown. */
  'sa-excerpt': Focus;
  /** The reader chose a head, by index. */
  'sa-head-choice': number;
  /** The reader went to another moment of the stage and stopped there. */
  'sa-moment': number;
  /** The film begins to play, or goes on. */
  'sa-play': null;
  /** The film came to another layer. Null for the last one, and before the film. */
  'sa-film-layer': number | null;
  /** A cell is to hold another number. The stroke is 0 for keys, and counts the drags. */
  'sa-value': { readonly cell: NonNullable<Focus['cell']>; readonly value: number; readonly stroke: number };
  /** The tip of an arrow is to be elsewhere. The stroke is 0 for keys, and counts the drags. */
  'sa-tip': { readonly index: number; readonly x: number; readonly y: number; readonly stroke: number };
  'sa-overview': Wanted;
  /** A grid was scrolled. */
  'sa-scroll': Scroll;
}

export type DetailEvent<Name extends keyof EventDetails> = CustomEvent<EventDetails[Name]>;

type DetailEvents = { [Name in keyof EventDetails]: DetailEvent<Name> };
declare global {
  interface HTMLElementEventMap extends DetailEvents {}
}

/** Views stand in the shadow roots of other views. Only what they ask of the page leaves these. */
const composed: ReadonlySet<string> = new Set<keyof EventDetails>(['sa-focus', 'sa-excerpt']);

/** Sends an event to all that a component stands in. Does nothing without a component. */
export function emit<Name extends keyof EventDetails>(
  from: EventTarget | null,
  name: Name,
  detail: EventDetails[Name],
): void {
  from?.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: composed.has(name) }));
}
