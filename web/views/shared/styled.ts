import { type ElementPart, nothing } from 'lit';
import { Directive, directive } from 'lit/directive.js';

/**
 * Sets style properties of an element through its CSSOM, where a strict Content Security Policy allows them. (lit's
 * styleMap writes a style attribute the first time, which `style-src 'self'` blocks.)
 *
 *     <div ${styled({ width: '3px', '--row': '32px' })}></div>
 */
class Styled extends Directive {
  private readonly written = new Map<string, string>();

  render(_properties: Readonly<Record<string, string>>) {
    return nothing;
  }

  override update(part: ElementPart, [properties]: [Readonly<Record<string, string>>]) {
    const { style } = part.element as HTMLElement;
    for (const [name, value] of Object.entries(properties)) {
      if (this.written.get(name) === value) continue;
      this.written.set(name, value);
      style.setProperty(name, value);
    }
    return nothing;
  }
}

export const styled = directive(Styled);
