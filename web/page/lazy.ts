import { html, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { controlWords } from '../i18n/controls.ts';
import { type LanguageCode, sourceLanguage } from '../i18n/language.ts';
import type { LazyModule } from '../i18n/lazy-module.ts';
import { lessonWords } from '../i18n/lessons/panel.ts';

/**
 * Draws with a module that is loaded when it is first drawn. Until then a note says that it is loading; if that fails, the note
 * says so, with a button to try again.
 *
 *     const painter = lazyModule(() => import('./mask-painter.ts'));
 *     ${lazy(this.language, painter, () => html`<sa-mask-painter></sa-mask-painter>`)}
 */
class Lazy extends AsyncDirective {
  private isLoading = false;
  private hasFailed = false;
  private language = sourceLanguage;
  private redraw: () => unknown = () => null;

  render<Module>(language: LanguageCode, module: LazyModule<Module>, draw: (module: Module) => unknown): unknown {
    this.language = language;
    this.redraw = () => (module.loaded === null ? this.waiting(module) : draw(module.loaded));
    if (module.loaded === null && !this.isLoading && !this.hasFailed) void this.load(module);
    return this.redraw();
  }

  private async load(module: LazyModule<unknown>): Promise<void> {
    this.isLoading = true;
    this.hasFailed = false;
    try {
      await module.load();
    } catch {
      this.hasFailed = true;
    }
    this.isLoading = false;
    // If it was taken away meanwhile, it is drawn when it comes back.
    if (this.isConnected) this.setValue(this.redraw());
  }

  private waiting(module: LazyModule<unknown>): TemplateResult {
    const words = controlWords(this.language);
    if (!this.hasFailed) return html`<p class="note" role="status">${words.loading}</p>`;
    const again = (): void => {
      void this.load(module);
      this.setValue(this.redraw());
    };
    return html`<p class="note" role="alert">${words.missed}</p>
      <button type="button" @click=${again}>${lessonWords(this.language).again}</button>`;
  }
}

const lazyDirective = directive(Lazy);

// A directive's own type loses the type of the module.
export const lazy = lazyDirective as <Module>(
  language: LanguageCode,
  module: LazyModule<Module>,
  draw: (module: Module) => unknown,
) => unknown;
