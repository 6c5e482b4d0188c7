import { html, type ReactiveElement } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import { controlWords } from '../i18n/controls.ts';
import type { LanguageCode } from '../i18n/language.ts';
import type { LazyModule } from '../i18n/lazy-module.ts';
import { lessonWords } from '../i18n/lessons/panel.ts';

/**
 * Draws with a module that is loaded when it is first drawn. Until then a note says that it is loading; if that fails, the note
 * says so, with a button to try again. Only for templates of elements.
 *
 *     const painter = lazyModule(() => import('./mask-painter.ts'));
 *     ${lazy(this.language, painter, () => html`<sa-mask-painter></sa-mask-painter>`)}
 */
class Lazy extends Directive {
  private isLoading = false;
  private hasFailed = false;
  private host: ReactiveElement | null = null;

  override update(part: ChildPart, args: Parameters<Lazy['render']>): unknown {
    this.host = part.options?.host as ReactiveElement;
    return this.render(...args);
  }

  render<Module>(language: LanguageCode, module: LazyModule<Module>, draw: (module: Module) => unknown): unknown {
    if (module.loaded !== null) return draw(module.loaded);
    if (!this.isLoading && !this.hasFailed) void this.load(module);
    const words = controlWords(language);
    if (!this.hasFailed) return html`<p class="note" role="status">${words.loading}</p>`;
    const again = (): void => void this.load(module);
    return html`<p class="note" role="alert">${words.missed}</p>
      <button type="button" @click=${again}>${lessonWords(language).again}</button>`;
  }

  private async load(module: LazyModule<unknown>): Promise<void> {
    this.isLoading = true;
    if (this.hasFailed) this.host?.requestUpdate();
    this.hasFailed = false;
    try {
      await module.load();
    } catch {
      this.hasFailed = true;
    }
    this.isLoading = false;
    // The element draws what it shows by now. The last `draw` may be of a result that is gone.
    this.host?.requestUpdate();
  }
}

const lazyDirective = directive(Lazy);

// A directive's own type loses the type of the module.
export const lazy = lazyDirective as <Module>(
  language: LanguageCode,
  module: LazyModule<Module>,
  draw: (module: Module) => unknown,
) => unknown;
