import type { Shown } from '../../export/snippets.ts';
import type { Matrix } from '../../import/index.ts';
import type { TrainingFacts } from '../../lessons/condition.ts';
import type { Scene, View } from '../../scene/types.ts';
import type { TrainingView } from '../../session/state.ts';
import type { HideAnswer } from '../../trace/scene-result.ts';
import type { Answer } from '../lessons/prediction.ts';
import type { CellPlace } from '../matrix-editor/cell-grid.ts';
import type { MatrixName } from '../matrix-editor/host.ts';
import type { Section } from '../steps/sections.ts';
import type { InspectedSequence } from '../training/protocol.ts';
import type { TargetChoice } from '../training/target-section.ts';
import type { Parts } from '../training/targets.ts';
import type { RunChoice } from '../training/task/choices.ts';

/** What a lesson asks the page for. */
export type LessonAction =
  /** Another scene as a whole, as a step that can be undone. */
  | { readonly kind: 'open'; readonly scene: Scene }
  /** Another page of the lesson, with the scene as it is, and its time in the walkthrough. */
  | { readonly kind: 'page'; readonly page: View['page']; readonly time?: number | undefined }
  /** Hides the answer of a question everywhere. Null shows every number. */
  | { readonly kind: 'hide'; readonly hideAnswer: HideAnswer | null }
  /** Something said to eyes and ears, without taking the focus. */
  | { readonly kind: 'announce'; readonly text: string }
  /** Whether the page on show is about a control, which then has to be in sight. */
  | { readonly kind: 'controls'; readonly beside: boolean }
  /** The reader asked for the control that the page is about. A narrow screen has it in a sheet. */
  | { readonly kind: 'open-controls' }
  /** The reader is done with the lesson; its scene stays. */
  | { readonly kind: 'leave' };

/** What components ask of those that they stand in. All of these events bubble; where it says nothing else, to the page. */
interface PageEvents {
  /** A control asks for another scene. A run of edits by one control is one step back. With `isHeld`, however long its pauses. */
  'sa-edit': { readonly scene: Scene; readonly controlId: string; readonly isHeld?: boolean };
  /** Another head or layer is to be shown, from 0. */
  'sa-head': number;
  'sa-layer': number;
  /** Another part of the Train screen is to be shown. */
  'sa-training-view': TrainingView;
  /** The runs that the link names are to be others. */
  'sa-runs': readonly string[];
  'sa-history': 'undo' | 'redo';
  'sa-lesson-request': LessonAction;
  /** The editor is to open on a matrix. The focus comes back to what asked when it closes. */
  'sa-matrix': MatrixName;
  /** To the steps. A link to a section was pressed; the address bar is the scene's, so it cannot be a fragment. */
  'sa-section': Section;
  /** To the steps. A page of a lesson is about something that an opened step may cover. */
  'sa-sections-hide': null;
  /** To the lesson. The reader wants to know what a term means. */
  'sa-term': string;
  /** To the lesson. The dialog was closed; the focus is back on what opened it. */
  'sa-glossary-close': null;
  /** To the lesson. The reader has answered, or (null) wants to be asked again. */
  'sa-answer': Answer | null;
  /** To the editor. A cell is to hold another number; more than one number was pasted at it. */
  'sa-cell': CellPlace & { readonly value: number };
  'sa-block': CellPlace & { readonly text: string };
  /** To the editor. Escape was pressed while nothing was being edited. */
  'sa-escape': null;
  /** To the editor. A matrix was imported from a file, or pasted (""), and is to take the place of the one that is edited. */
  'sa-matrix-chosen': { readonly matrix: Matrix; readonly from: string; readonly at: CellPlace | null };
  /** To the editor. What was imported cannot be read, and why; empty when something else is being read. */
  'sa-matrix-trouble': string;
  /** To the training panel. Keeps what was learned as the page's scene, and announces the message. */
  'sa-open-scene': { readonly scene: Scene; readonly message: string };
  /** To the training panel. Another target is chosen, or painted. */
  'sa-target-choice': Partial<TargetChoice>;
  'sa-target': Parts;
  /** To the tasks. A choice changed. `task` alone restores what was chosen for that task. */
  'sa-task-choice': Partial<RunChoice>;
  /** To the tasks. Inspects another sequence, or follows another of its tokens. */
  'sa-inspect': InspectedSequence;
  'sa-token-choice': number;
  /** To the lesson. The panel for training was opened beside it. */
  'sa-learning': null;
  /** The result of a run changed. */
  'sa-measured': TrainingFacts;
  /** To the parent. Closes the panel or the editor. */
  'sa-close': null;
  /** To the share dialog. Shows another kind of what is shared. */
  'sa-share-kind': 'file' | 'scene';
  /** To the share dialog. Other parts, controls or colours are to be shown. */
  'sa-shown': Shown;
}

declare module '../../views/shared/events.ts' {
  interface EventDetails extends PageEvents {}
}

export { type DetailEvent, emit } from '../../views/shared/events.ts';
