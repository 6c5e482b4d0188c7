import type { nothing, TemplateResult } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import { withMessages } from '../../i18n/messages.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Problem } from '../../model/problem.ts';
import type { Scene } from '../../scene/types.ts';
import type { Focus } from '../../views/index.ts';
import type { Screen } from './screen.ts';
import type { ScreenKind } from './state.ts';

/** What both are drawn from. */
export interface ScreenPlace {
  readonly core: SceneCore;
  readonly scene: Scene;
  /** Where "start again" leads, and the scene that arrived last as a whole. */
  readonly start: Scene;
  readonly arrived: Scene;
  readonly picture: ComputedScene;
  /** The same without the scene's mistake; null where it makes none. */
  readonly right: ComputedScene | null;
  readonly hovered: Focus | null;
  readonly pinned: Focus | null;
  readonly problem: Problem | null;
  readonly computeAnyway: () => void;
  readonly epoch: number;
  readonly screen: Screen;
  readonly notice: TemplateResult | typeof nothing;
  /** The sentence's box, its tokens and what stands beside them. */
  readonly sentences: (focusOn: Focus) => TemplateResult;
  /** The explanation that index.html came with. */
  readonly about: HTMLElement | null;
  readonly onMoment: (moment: number) => void;
}

type DrawScreen = (place: ScreenPlace) => TemplateResult;

/** Each comes when it is first on show. Throws what an import throws. */
export async function drawingOf(kind: ScreenKind): Promise<DrawScreen> {
  return kind === 'stage'
    ? (await withMessages(import('../stage/stage-screen.ts'))).stageScreen
    : (await withMessages(import('./workbench.ts'))).workbench;
}

/** The screen on show, and how it is drawn. */
export interface ScreenOnShow {
  readonly kind: ScreenKind;
  readonly draw: DrawScreen;
}
