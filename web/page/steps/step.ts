import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Axis, Parameter, Step } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { explained } from '../../i18n/step-text.ts';
import { stepWords } from '../../i18n/steps.ts';
import { viewWords } from '../../i18n/views.ts';
import { calledIn } from '../../lessons/document-names.ts';
import { limits } from '../../scene/limits.ts';
import type { LoadedTensor, SceneResult } from '../../trace/scene-result.ts';
import { type Focus, roleOf, type SourceBlock } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import { editButton, isChangeable } from '../matrix-editor/host.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import { arrows, ownRun, transpose, variances } from './alongside.ts';
import { sectionOf, sourceOf } from './sections.ts';

/** Steps whose view is not a matrix. */
const drawnApart: ReadonlySet<string> = new Set(['weighted', 'skewed', 'p', 'p_k']);
const changeValue = lazyModule(() => import('../matrix-editor/change-value.ts'));
const stepPictures = lazyModule(() => import('../../views/steps/step-pictures.ts'));

const wide = matchMedia('(width >= 67.5rem)');
/** How many columns of a step and its parameters fit side by side on a wide screen. */
const few = 6;
const some = 14;
const columns = ({ shape }: { readonly shape: readonly number[] }): number => shape.at(-1) ?? 0;

/**
 * One step of the trace: a thumbnail of its matrix, or opened, its purpose, its formula, its matrix and its inputs. It is
 * drawn only `near` the viewport or after `catchUp`, so that a keystroke costs only what is on screen.
 */
export class StepSection extends LightDomElement {
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) isOpen = false;
  @property({ attribute: false }) result!: SceneResult;
  /** The index of the head on show. */
  @property({ attribute: false }) head = 0;
  /** The index of the token whose row is read out. */
  @property({ attribute: false }) query = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) highlights: readonly SourceBlock[] = [];
  /** Whether parameters are shown. Null until the reader chooses; then there must be room beside the matrix. */
  @state() private open: boolean | null = null;
  /** Whether variances are shown. Null until the reader chooses; then the scene must be about q, k and v themselves. */
  @state() private spread: boolean | null = null;
  @state() private areArrowsShown = false;
  @state() private isTransposeShown = false;
  @state() private isOwnRunShown = false;
  private near = false;
  private catching = false;
  /** Whether a change is not drawn yet. */
  stale = true;

  setNear(near: boolean): void {
    this.near = near;
    if (near && this.stale) this.requestUpdate();
  }

  catchUp(): void {
    if (!this.stale) return;
    this.catching = true;
    this.requestUpdate();
  }

  protected override shouldUpdate(): boolean {
    // The next result is drawn a frame after the last one is gone.
    this.stale = this.result.isGone || !(this.near || this.catching);
    this.catching = false;
    return !this.stale;
  }

  protected override updated(): void {
    reachable(this.querySelector('.formula'), this.step.formula);
  }

  protected override render() {
    if (!this.isOpen) return this.thumbnail();
    const words = stepWords(this.language);
    const { step, result } = this;
    const { title, text, sources } = explained(this.language, step.name, result);
    const read = step.inputs.flatMap((name) => result.parameter(name) ?? []);
    const beside = read.length > 0 && columns(step) <= few && read.every((parameter) => columns(parameter) <= some);
    const open = this.open ?? (beside && wide.matches);
    const called = this.called(step.name);
    const number = calledIn(result.scene).steps?.[step.name];
    const subtitle = [
      ...(number === undefined ? [] : [words.documentStep(number)]),
      ...(title === called ? [] : [title]),
      ...(called === step.name || title === step.name ? [] : [step.name]),
    ].join(' · ');
    const id = `step-${step.name}-title`;
    return html`
      <section class="step role-${roleOf(step.name)}" aria-labelledby=${id}>
        <header>
          <h3 id=${id} tabindex="-1">
            <span class="step-name">${called}</span>
            ${subtitle === '' ? nothing : html`<span class="step-title">${subtitle}</span>`}
          </h3>
        </header>
        <p class="about-step">${text}</p>
        ${
          sources.length === 0
            ? nothing
            : html`<p class="papers">
                ${words.sources}
                ${sources.map(({ title: paper, url }) => html`<a href=${url} rel="noreferrer">${paper}</a>`)}
              </p>`
        }
        ${this.reads()}
        <div class="formula" role="group" aria-label=${words.formula(called)}><sa-formula .formula=${step.formula} .called=${result.called}></sa-formula></div>
        <div class=${beside ? 'matrices beside' : 'matrices'}>
          ${this.ownPicture() ?? this.matrix(step.name, step.axes)}${this.parameters(read, open)}
        </div>
        ${ownRun(this.language, this, this.isOwnRunShown, (shown) => {
          this.isOwnRunShown = shown;
        })}
        ${transpose(this.language, this, this.isTransposeShown, (shown) => {
          this.isTransposeShown = shown;
        })}
        ${arrows(this.language, this, this.areArrowsShown, (shown) => {
          this.areArrowsShown = shown;
        })}
        ${variances(this.language, this, this.spread ?? result.scene.embedding.kind === 'qkv', (shown) => {
          this.spread = shown;
        })}
      </section>
    `;
  }

  private thumbnail(): TemplateResult {
    const { step } = this;
    const called = this.called(step.name);
    const id = `step-${step.name}-title`;
    return html`<section class="step role-${roleOf(step.name)}" aria-labelledby=${id}>
      <h3 id=${id} tabindex="-1">
        <button
          type="button"
          class="step-name"
          aria-expanded="false"
          title=${explained(this.language, step.name, this.result).text}
          @click=${() => emit(this, 'sa-section', { name: step.name, layer: this.result.layer })}
        >
          ${called}
        </button>
      </h3>
      ${this.matrix(step.name, step.axes, true)}
    </section>`;
  }

  /** By the lesson document's name, if the scene asks for it. */
  private called(name: string): string {
    return this.result.called(name) ?? name;
  }

  private reads() {
    const { step, result } = this;
    if (step.inputs.length === 0) return nothing;
    return html`<p class="reads">
      ${stepWords(this.language).reads}
      ${step.inputs.map((name, index) => {
        const layer = sourceOf(result, step, name);
        const elsewhere = layer !== result.layer;
        return html`${index === 0 ? nothing : ', '}<a
            class="input role-${roleOf(name)}"
            href="#${sectionOf(result, name)}"
            @click=${(event: Event) => {
              event.preventDefault();
              emit(this, 'sa-section', { name, layer });
            }}
            >${elsewhere ? controlWords(this.language).previousLayer(this.called(name), layer + 1) : this.called(name)}</a
          >`;
      })}
    </p>`;
  }

  /** Opens its parameters, since the reader came for one of them. */
  unfold(): void {
    this.open = true;
    this.catching = true;
  }

  /** In place of the matrix. Such views are loaded with the first step that has one. */
  private ownPicture(): unknown {
    if (!drawnApart.has(this.step.name) || this.result.viewport !== null) return null;
    // When they arrive, the scene may no longer have such a step.
    return lazy(this.language, stepPictures, ({ ownPicture }) => this.result.step(this.step.name) && ownPicture(this));
  }

  private matrix(name: string, axes: readonly Axis[], compact = false): TemplateResult {
    const { result, head, focusOn, highlights } = this;
    const slice = result.slice(axes, head);
    const { tensor = null, excerpt = null } = this.shown(name, slice) ?? {};
    const shape = (result.step(name) ?? result.parameter(name))?.shape ?? [];
    const slices = shape.length > 2 ? (shape[0] ?? 1) : 1;
    const hides = (name === 'weights' || name === 'rounded') && result.step('masked') !== undefined;
    const called = this.called(name);
    const label = slices > 1 ? `${called}, ${stepWords(this.language).head(slice + 1, slices)}` : called;
    const editable = !compact && isChangeable(result, name);
    return html`<div class="editable">
      <sa-matrix
      .compact=${compact}
      .editable=${editable}
      @sa-value=${this.onValue}
      .tensor=${tensor}
      .excerpt=${excerpt}
      .axes=${axes}
      .head=${slice}
      .layer=${result.layerOf(name)}
      .labels=${result.labelsFor(name)}
      .name=${name}
      .accent=${name === 'weights' ? 'weights' : roleOf(name)}
      .digits=${result.digits}
      .label=${label}
      .masked=${hides ? (this.shown('masked', slice)?.tensor ?? null) : null}
      .focusOn=${focusOn}
      .highlights=${highlights}
    ></sa-matrix>${!compact && this.paintable(name) ? editButton(this.language, result.scene, name, this.step.layer) : nothing}${editable ? html`<p class="how-to-change">${viewWords(this.language).grid.howToChange}</p>` : nothing}</div>`;
  }

  /** The last drawing of each tensor. */
  private readonly last = new Map<string, LoadedTensor>();

  /** Keeps the last drawing until the new one is ready. An empty place would flicker. */
  private shown(name: string, slice: number): LoadedTensor | null {
    const found = this.result.window(name, slice);
    if (found !== null) {
      if (found.excerpt !== null) this.last.set(name, found);
      return found;
    }
    const before = this.last.get(name);
    return before === undefined || (before.tensor.shape.length > 2 && before.excerpt?.origin[0] !== slice)
      ? null
      : before;
  }

  /** A mask of thousands of tokens is not painted by hand. */
  private paintable(name: string): boolean {
    const { viewport, tokens, keyTokens } = this.result;
    const mask = name === 'mask' || name === 'blocked';
    return !mask || viewport === null || Math.max(tokens.length, keyTokens.length) <= limits.painted;
  }

  /** The last number that was requested while what changes it was loading. */
  private requested: DetailEvent<'sa-value'>['detail'] | null = null;

  private readonly onValue = async ({ target, detail }: DetailEvent<'sa-value'>): Promise<void> => {
    const isLoading = this.requested !== null;
    this.requested = detail;
    if (isLoading) return;
    const { withValue } = changeValue.loaded ?? (await changeValue.load());
    const { cell, value, stroke } = this.requested;
    this.requested = null;
    const scene = withValue(this.result.scene, this.result.matrixSource, cell, value);
    const place = [cell.name, cell.layer ?? 0, ...cell.index].join('.');
    if (scene !== null) emit(target, 'sa-edit', { scene, controlId: `value.${place}.${stroke}`, isHeld: stroke > 0 });
  };

  private parameters(read: readonly Parameter[], open: boolean) {
    if (read.length === 0) return nothing;
    const toggled = (event: Event): void => {
      if (event.target instanceof HTMLDetailsElement && event.target.open !== open) this.open = event.target.open;
    };
    return html`<details class="parameters" .open=${open} @toggle=${toggled}>
      <summary>${stepWords(this.language).parameters(read.map(({ name }) => this.called(name)))}</summary>
      ${
        open
          ? read.map(
              ({ name, axes }) => html`<figure>
              <figcaption>${explained(this.language, name, this.result).text}</figcaption>
              ${this.matrix(name, axes)}
            </figure>`,
            )
          : nothing
      }
    </details>`;
  }
}
customElements.define('sa-step', StepSection);

/** A box that scrolls is a tab stop, so that the keyboard reaches everything. Other boxes are not. */
function measure(box: Element): void {
  if (box.scrollWidth > box.clientWidth) box.setAttribute('tabindex', '0');
  else box.removeAttribute('tabindex');
}

const watch = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const box = target.closest('[role="group"]');
    // In the next frame, since a size that changes while sizes are reported is an error of the page.
    if (box !== null) requestAnimationFrame(() => measure(box));
  }
});

/** The content that each box was measured with. */
const holds = new WeakMap<Element, unknown>();

/** Observes the box (with role "group") of `content`. Repeating it costs nothing. */
export function reachable(box: Element | null, content: unknown): void {
  if (box === null || holds.get(box) === content) return;
  holds.set(box, content);
  // It counts as scrolling until it is measured.
  box.setAttribute('tabindex', '0');
  const inner = box.firstElementChild;
  watch.observe(box);
  if (inner === null) return;
  watch.observe(inner);
  const drawn = inner instanceof LitElement ? inner.updateComplete : Promise.resolve(true);
  void drawn.then(() => requestAnimationFrame(() => measure(box)));
}
