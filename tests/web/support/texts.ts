import type { Page } from '@playwright/test';

/**
 * Keeps what the page shows from its beginning, outside of the lesson: every text that a canvas is given ("sa-heatmap: 0.47"), and every
 * text that stands on the page in any frame. What is written before the core is there is the same for every address.
 */
export const watchTexts = (page: Page) =>
  page.addInitScript(() => {
    const texts = new Set<string>();
    window.texts = texts;
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      const root = this.canvas.getRootNode();
      texts.add(`${root instanceof ShadowRoot ? root.host.localName : ''}: ${text}`);
      fillText.call(this, text, ...place);
    };
    const read = (root: Document | ShadowRoot): void => {
      for (const element of root.querySelectorAll('*')) {
        if (element.closest('sa-lesson, .static, script, style') !== null) continue;
        if (element.shadowRoot !== null) read(element.shadowRoot);
        for (const node of element.childNodes) {
          const text = node instanceof Text ? (node.textContent ?? '').trim() : '';
          if (text !== '' && element.checkVisibility({ visibilityProperty: true })) texts.add(text);
        }
      }
    };
    const look = (): void => {
      read(document);
      requestAnimationFrame(look);
    };
    look();
  });

export const textsOf = (page: Page): Promise<readonly string[]> => page.evaluate(() => [...window.texts]);
