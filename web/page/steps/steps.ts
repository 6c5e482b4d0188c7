import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { explained } from '../../i18n/step-text.ts';
import { stepWords } from '../../i18n/steps.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { type Focus, roleOf } from '../../views/index.ts';
import { highlightsOf } from '../attention/focus.ts';
import { viewportNote } from '../large-scene/viewport-note.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { scrollIntoViewUntilStable } from '../shell/in-sight.ts';
import { type Section, sectionOf } from './sections.ts';
import { StepSection } from './step.ts';

const narrow = matchMedia('(width < 67.5rem)');
/** After so many milliseconds without a change, sections out of view are drawn too. */
const quiet = 250;

/**
 * "Step by step": the matrices of the trace in one row of thumbnails. A press opens one in place of the row, with its
 * formula, and links to the others.
 */
export class Steps extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) head = 0;
  /** The index of the token whose row is read out. */
  @property({ attribute: false }) query = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;
  private readonly observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (target instanceof StepSection) target.setNear(isIntersecting);
      }
    },
    { rootMargin: '160px 0px' },
  );
  private readonly observed = new Set<StepSection>();
  private timer = 0;
  /** The section to go to when its layer has loaded. */
  private target: Section | null = null;
  /** The name of the opened step. */
  @state() private opened: string | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
    this.observed.clear();
    clearTimeout(this.timer);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('result')) this.watch();
    if (this.target?.layer === this.result.layer) void this.go(this.target);
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.catchUp(), quiet);
  }

  private watch(): void {
    const found = Array.from(this.querySelectorAll('sa-step'));
    const sections = new Set(found.filter((element) => element instanceof StepSection));
    for (const section of this.observed) {
      if (sections.has(section)) continue;
      this.observer.unobserve(section);
      this.observed.delete(section);
    }
    for (const section of sections) {
      if (this.observed.has(section)) continue;
      this.observer.observe(section);
      this.observed.add(section);
    }
  }

  /** One section per task, so that a key press need not wait for all of them. */
  private catchUp(): void {
    for (const section of this.observed) {
      if (!section.stale) continue;
      section.catchUp();
      this.timer = window.setTimeout(() => this.catchUp(), 0);
      return;
    }
  }

  private async go({ name, layer, isFocused = true }: Section): Promise<void> {
    this.target = null;
    const of = layer ?? this.result.layerOf(name);
    if (of !== this.result.layer) {
      this.target = { name, layer: of, isFocused };
      emit(this, 'sa-layer', of);
      return;
    }
    const id = sectionOf(this.result, name);
    const section = this.querySelector(`#${id}`);
    if (!(section instanceof StepSection)) return;
    this.opened = section.step.name;
    await this.updateComplete;
    const parameter = this.result.parameter(name) !== undefined;
    if (parameter) section.unfold();
    section.catchUp();
    await section.updateComplete;
    if (isFocused) section.querySelector('h3')?.focus({ preventScroll: true });
    // A lesson that leads to a step with the variances speaks of them.
    const variances = isFocused ? null : section.querySelector('.variances[open]');
    await scrollIntoViewUntilStable(variances ?? section, () => {
      (variances ?? section).scrollIntoView({ block: 'start' });
      if (!parameter) return;
      // On a narrow screen the sheet covers the lower half.
      section.querySelector('.parameters')?.scrollIntoView({ block: narrow.matches ? 'start' : 'nearest' });
    });
  }

  private readonly close = async (): Promise<void> => {
    const { opened } = this;
    if (opened === null) return;
    this.opened = null;
    await this.updateComplete;
    const section = this.querySelector(`#step-${opened}`);
    if (!(section instanceof StepSection)) return;
    section.catchUp();
    await section.updateComplete;
    section.querySelector<HTMLElement>('h3 button')?.focus();
  };

  /** In a matrix the key leaves the cell. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const isInMatrix = (event.target as Element).localName === 'sa-matrix';
    if (event.key !== 'Escape' || isInMatrix || event.defaultPrevented || this.opened === null) return;
    event.preventDefault();
    void this.close();
  };

  private links(opened: string): readonly TemplateResult[] {
    const { result } = this;
    const { layer } = result;
    return result.steps.map(
      ({ name }) => html`<li>
        <a
          class="role-${roleOf(name)}"
          href="#step-${name}"
          aria-current=${name === opened ? 'true' : nothing}
          title=${explained(this.language, name, result).text}
          @click=${(event: Event) => {
            event.preventDefault();
            void this.go({ name, layer });
          }}
          >${name}</a
        >
      </li>`,
    );
  }

  protected override render() {
    const words = stepWords(this.language);
    const { result, head, query, focusOn } = this;
    const highlights = highlightsOf(focusOn?.cell, result);
    const opened = result.step(this.opened ?? '') === undefined ? null : this.opened;
    return html`<section
      class=${opened === null ? 'steps' : 'steps opened'}
      aria-labelledby="steps-title"
      @keydown=${this.onKey}
      @sa-section=${(event: DetailEvent<'sa-section'>) => this.go(event.detail)}
      @sa-sections-hide=${() => {
        this.opened = null;
      }}
    >
      <h2 id="steps-title" class="hidden">${words.title}</h2>
      ${result.viewport === null ? nothing : html`<p class="large-excerpt">${viewportNote(this.language, result)}</p>`}
      ${opened === null ? nothing : this.navigation(opened)}
      <div class="step-row">
        ${repeat(
          result.steps,
          ({ name }) => name,
          (step) => html`<sa-step
            id="step-${step.name}"
            ?hidden=${opened !== null && step.name !== opened}
            .step=${step}
            .isOpen=${step.name === opened}
            .result=${result}
            .head=${head}
            .query=${query}
            .focusOn=${focusOn}
            .highlights=${highlights}
          ></sa-step>`,
        )}
      </div>
    </section>`;
  }

  private navigation(opened: string): TemplateResult {
    const words = stepWords(this.language);
    return html`<nav class="pipeline" aria-label=${words.nav}>
      <ol>
        ${guard([opened, ...whatStepsAre(this.language, this.result)], () => this.links(opened))}
      </ol>
      <button type="button" class="close-step" @click=${this.close}>${words.close}</button>
    </nav>`;
  }
}
customElements.define('sa-steps', Steps);

/** What the links to the steps depend on. Typing changes none of it. */
const whatStepsAre = (language: LanguageCode, { scene, steps, layer, heads }: SceneResult): unknown[] => [
  ...[scene.attention, scene.block, scene.embedding.kind, scene.positions, layer, heads, language],
  ...steps.map(({ name }) => name),
];
