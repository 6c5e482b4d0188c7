import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Axis, Parameter, Step } from '../core/types.ts';
import { words } from '../i18n/words.ts';
import type { Scene } from '../scene/types.ts';
import { type Focus, type Light, roleOf } from '../views/index.ts';
import { editButton } from './matrix-edit-request.ts';
import { reachable } from './overflow.ts';
import type { Picture } from './picture.ts';

/** The id of a step's section; a parameter is found in the section of the step that reads it. */
export const sectionOf = (picture: Picture, name: string): string => {
  const own = picture.step(name) ?? picture.steps.find((step) => step.inputs.includes(name));
  return `step-${own?.name ?? name}`;
};

/** A link to a section was pressed; the address bar is the scene's, so it cannot be a fragment. */
export class SectionRequest extends CustomEvent<string> {
  static readonly type = 'sa-section';
  constructor(name: string) {
    super(SectionRequest.type, { detail: name, bubbles: true });
  }
}

const wide = matchMedia('(width >= 67.5rem)');
/** Columns of a step and of its parameters that fit beside each other on a wide screen. */
const few = 6;
const some = 14;
const columns = ({ shape }: { readonly shape: readonly number[] }): number => shape.at(-1) ?? 0;

/** Title and explanation of a step or parameter, as `scene` computes it. */
export function aboutOf(name: string, scene: Scene): readonly [string, string] {
  if (name === 'scaled' && scene.attention.scale !== undefined) return words.steps.scaledByScale;
  return (Object.hasOwn(words.steps.about, name) ? words.steps.about[name] : undefined) ?? [name, words.steps.unknown];
}

/**
 * One step of the trace: its name and what it is for, its formula, its matrix, what it reads. It draws only while it is
 * `near` the viewport or told to `catchUp`, so that a keystroke costs what is on the screen.
 */
export class StepSection extends LitElement {
  @property({ attribute: false }) step!: Step;
  @property({ attribute: false }) picture!: Picture;
  /** The head on show, from 0. */
  @property({ attribute: false }) head = 0;
  @property({ attribute: false }) focusOn: Focus | null = null;
  @property({ attribute: false }) lights: readonly Light[] = [];
  /** The parameters are shown; null until the reader says, then it is as there is room beside the matrix. */
  @state() private open: boolean | null = null;
  private near = false;
  private catching = false;
  /** True when something changed that is not drawn yet. */
  stale = true;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  come(near: boolean): void {
    this.near = near;
    if (near && this.stale) this.requestUpdate();
  }

  catchUp(): void {
    if (!this.stale) return;
    this.catching = true;
    this.requestUpdate();
  }

  protected override shouldUpdate(): boolean {
    this.stale = !(this.near || this.catching);
    this.catching = false;
    return !this.stale;
  }

  protected override updated(): void {
    reachable(this.querySelector('.formula'));
  }

  protected override render() {
    const { step, picture } = this;
    const [title, about] = aboutOf(step.name, picture.scene);
    const read = step.inputs.flatMap((name) => picture.parameter(name) ?? []);
    const beside = read.length > 0 && columns(step) <= few && read.every((parameter) => columns(parameter) <= some);
    const open = this.open ?? (beside && wide.matches);
    const id = `step-${step.name}-title`;
    return html`
      <section class="step role-${roleOf(step.name)}" aria-labelledby=${id}>
        <header>
          <h3 id=${id} tabindex="-1">
            <span class="step-name">${step.name}</span>
            ${title === step.name ? nothing : html`<span class="step-title">${title}</span>`}
          </h3>
        </header>
        <p class="about-step">${about}</p>
        ${this.reads()}
        <div class="formula" role="group" aria-label=${words.steps.formula(step.name)}><sa-formula .formula=${step.formula}></sa-formula></div>
        <div class=${beside ? 'matrices beside' : 'matrices'}>
          ${this.matrix(step.name, step.axes)}${this.parameters(read, open)}
        </div>
      </section>
    `;
  }

  private reads() {
    const { inputs } = this.step;
    if (inputs.length === 0) return nothing;
    return html`<p class="reads">
      ${words.steps.reads}
      ${inputs.map(
        (name, index) => html`${index === 0 ? nothing : ', '}<a
            class="input role-${roleOf(name)}"
            href="#${sectionOf(this.picture, name)}"
            @click=${(event: Event) => {
              event.preventDefault();
              this.go(name);
            }}
            >${name}</a
          >`,
      )}
    </p>`;
  }

  private go(name: string): void {
    if (this.picture.parameter(name) !== undefined) this.open = true;
    this.dispatchEvent(new SectionRequest(name));
  }

  private matrix(name: string, axes: readonly Axis[]): TemplateResult {
    const { picture, head, focusOn, lights } = this;
    const slice = picture.slice(axes, head);
    const many = axes[0] === 'H' || axes[0] === 'H_kv';
    const slices = picture.tensor(name).shape[0] ?? 1;
    const label = many && slices > 1 ? `${name}, ${words.steps.head(slice + 1, slices)}` : name;
    return html`<div class="editable">
      <sa-matrix
      .tensor=${picture.tensor(name)}
      .axes=${axes}
      .head=${slice}
      .labels=${picture.labels}
      .name=${name}
      .accent=${name === 'weights' ? 'weights' : roleOf(name)}
      .digits=${picture.digits}
      .label=${label}
      .masked=${name === 'weights' && picture.step('masked') !== undefined ? picture.tensor('masked') : null}
      .focusOn=${focusOn}
      .lights=${lights}
    ></sa-matrix>${editButton(picture.scene, name, this.step.layer)}</div>`;
  }

  private parameters(read: readonly Parameter[], open: boolean) {
    if (read.length === 0) return nothing;
    const toggled = (event: Event): void => {
      if (event.target instanceof HTMLDetailsElement && event.target.open !== open) this.open = event.target.open;
    };
    return html`<details class="parameters" .open=${open} @toggle=${toggled}>
      <summary>${words.steps.parameters(read.map(({ name }) => name))}</summary>
      ${
        open
          ? read.map(
              ({ name, axes }) => html`<figure>
              <figcaption>${aboutOf(name, this.picture.scene)[1]}</figcaption>
              ${this.matrix(name, axes)}
            </figure>`,
            )
          : nothing
      }
    </details>`;
  }
}
customElements.define('sa-step', StepSection);
