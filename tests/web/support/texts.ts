import type { Page } from '@playwright/test';

/**
 * Records every text that the page shows in any frame, outside of the lesson, including the texts on a canvas ("sa-heatmap: 0.47"). The
 * prerendered texts are the same for every address.
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
