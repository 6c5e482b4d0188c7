import { html, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { controlWords } from '../i18n/controls.ts';
import { lessonWords } from '../i18n/lessons/panel.ts';
import { withMessages } from '../i18n/messages.ts';

/**
 * Draws with a module that is imported when it is first drawn. Until then it says that the module is on its way, and where
 * the import fails, it says so and offers to try again.
 *
 *     ${lazy(() => import('./mask-painter.ts'), () => html`<sa-mask-painter></sa-mask-painter>`)}
 */
class Lazy extends AsyncDirective {
  private status: 'none' | 'loading' | 'loaded' | 'failed' = 'none';
  private draw: () => unknown = () => null;

  render(load: () => Promise<unknown>, draw: () => unknown): unknown {
    this.draw = draw;
    if (this.status === 'none') void this.load(load);
    return this.status === 'loaded' ? draw() : this.waiting(load);
  }

  private async load(load: () => Promise<unknown>): Promise<void> {
    this.status = 'loading';
    try {
      await withMessages(load());
      this.status = 'loaded';
    } catch {
      this.status = 'failed';
    }
    // What was taken away meanwhile is drawn if it comes back.
    if (this.isConnected) this.setValue(this.status === 'loaded' ? this.draw() : this.waiting(load));
  }

  private waiting(load: () => Promise<unknown>): TemplateResult {
    if (this.status !== 'failed') return html`<p class="note" role="status">${controlWords.loading}</p>`;
    const again = (): void => {
      void this.load(load);
      this.setValue(this.waiting(load));
    };
    return html`<p class="note" role="alert">${controlWords.missed}</p>
      <button type="button" @click=${again}>${lessonWords.again}</button>`;
  }
}

export const lazy = directive(Lazy);
