import type { ReactiveControllerHost, TemplateResult } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { type LazyModule, lazyModule } from '../../i18n/lazy-module.ts';
import type { Scene } from '../../scene/types.ts';
import type { Problem } from '../../session/problem.ts';
import { type ScreenName, screenNameOf } from '../../session/state.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { lessonOf } from './catalogue.ts';
import type { Screen } from './screen.ts';
import type { SentenceParts } from './sentences.ts';

/** What is below the top bar. Watch has another layout beside a lesson. */
export type ScreenKind = ScreenName | 'lesson';

export function screenOf(scene: Scene): ScreenKind {
  const name = screenNameOf(scene);
  return name === 'watch' && lessonOf(scene) !== null ? 'lesson' : name;
}

/** The properties of a screen. */
export interface ScreenProps {
  readonly language: LanguageCode;
  readonly core: SceneCore;
  readonly scene: Scene;
  /** Where "start again" leads. */
  readonly start: Scene;
  readonly result: SceneResult;
  readonly hovered: Focus | null;
  readonly pinned: Focus | null;
  readonly problem: Problem | null;
  readonly resetCount: number;
  readonly screen: Screen;
  /** The page swaps a word by itself, which nobody needs to have read out. */
  readonly isDemo: boolean;
  readonly notice: TemplateResult;
  readonly sentences: (focusOn: Focus) => SentenceParts;
  /** The explanation from index.html. */
  readonly about: HTMLElement | null;
  readonly onTime: (time: number) => void;
}

type DrawScreen = (props: ScreenProps) => TemplateResult;

/** Each screen is loaded when it is first shown. */
export const screens: Readonly<Record<ScreenKind, LazyModule<DrawScreen>>> = {
  watch: lazyModule(async () => (await import('../stage/stage-screen.ts')).stageScreen),
  lesson: lazyModule(async () => (await import('../stage/lesson-screen.ts')).lessonScreen),
  experiment: lazyModule(async () => (await import('./experiment-screen.ts')).experimentScreen),
  train: lazyModule(async () => (await import('./train-screen.ts')).trainScreen),
};

/** The current screen. It stays until the next one has loaded, and the host is updated then. */
export class ScreenLoader {
  private onShow: DrawScreen | null = null;
  private shown: ScreenKind | null = null;
  private coming: ScreenKind | null = null;

  constructor(
    private readonly host: ReactiveControllerHost,
    /** Called with the screen that is still shown, or null. */
    private readonly onFailure: (thrown: unknown, shown: ScreenKind | null) => void,
  ) {}

  /** Null until the first screen has loaded. */
  get draw(): DrawScreen | null {
    return this.onShow;
  }

  async load(kind: ScreenKind): Promise<void> {
    if (kind === this.coming) return;
    this.coming = kind;
    try {
      const draw = await screens[kind].load();
      if (kind !== this.coming) return;
      this.onShow = draw;
      this.shown = kind;
      this.host.requestUpdate();
    } catch (thrown) {
      if (kind === this.coming) this.onFailure(thrown, this.shown);
    }
  }
}
