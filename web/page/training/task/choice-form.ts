import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { checkField, errorText, fieldIds, selectField } from '../../../controls/field.ts';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import '../../../controls/number-field.ts';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { trainingProblems } from '../../../i18n/training-problems.ts';
import { limits } from '../../../scene/limits.ts';
import { controlFor, explain, type Problem } from '../../../session/problem.ts';
import { optimizerKinds, type TaskKind, taskKinds } from '../../../training/options.ts';
import { formatConstant } from '../../../views/index.ts';
import { type DetailEvent, emit } from '../../shell/events.ts';
import type { RunFacts } from '../protocol.ts';
import {
  controlPaths,
  hasLength,
  hasRoomToDecay,
  hasVocabulary,
  isStepCount,
  MOST_STEPS,
  maskKinds,
  normKinds,
  placeOf,
  positionKinds,
  type RunChoice,
  tokensOf,
} from './choices.ts';

type NumberKey = { [Key in keyof RunChoice]: RunChoice[Key] extends number | null ? Key : never }[keyof RunChoice];

/** Controls with − and +: their range, and whether they double. */
const steppers: Partial<
  Record<NumberKey, { readonly least: number; readonly most?: number; readonly doubles?: true }>
> = {
  length: { least: 1 },
  vocabulary: { least: 1 },
  layers: { least: 1, most: limits.layers },
  heads: { least: 1, doubles: true },
  dModel: { least: 1, doubles: true },
  batch: { least: 1, doubles: true },
  seed: { least: 0 },
};

/** Controls that are always in sight. The others are under "More settings". */
const first: ReadonlySet<keyof RunChoice> = new Set(['task', 'text', 'layers', 'heads', 'learningRate']);

/** `<sa-task-choice>`: the task, the model and its training. `sa-task-choice` changes the choice. */
export class ChoiceForm extends LightDomElement {
  @property({ attribute: false }) choice!: RunChoice;
  /** Of two runs: "A" or "B". */
  @property() run = 'A';
  @property({ attribute: false }) isOneOfTwo = false;
  /** Whether it says what the task is. One run says it beside its button, and two of the same task say it once. */
  @property({ attribute: false }) isExplained = false;
  @property({ attribute: false }) problem: Problem | null = null;
  @property({ attribute: false }) facts: RunFacts | null = null;
  /** Whether the controls under "More settings" are shown. */
  @state() private isOpen = false;

  private choose(change: Partial<RunChoice>): void {
    emit(this, 'sa-task-choice', change);
  }

  private idOf(key: keyof RunChoice): string {
    return `task-${this.run.toLowerCase()}-${key}`;
  }

  /** The error of a control. Empty if there is none, or another control shows it. */
  private why(key: keyof RunChoice): string {
    const { steps, warmup } = this.choice;
    const { choices: own } = taskWords(this.language);
    if (key === 'steps') return isStepCount(steps) ? '' : own.stepsWrong(String(steps), String(MOST_STEPS));
    if (key === 'warmup' && !hasRoomToDecay(this.choice)) return own.warmupWrong(String(warmup), String(steps));
    return this.wrong === key && this.problem !== null
      ? explain(this.language, this.problem, trainingProblems(this.language))
      : '';
  }

  /** The visible control that causes the problem; null: the run as a whole does. */
  private get wrong(): keyof RunChoice | null {
    if (!hasRoomToDecay(this.choice)) return 'warmup';
    if (this.problem === null) return null;
    const shown = keys.filter((key) => this.isShown(key));
    const path = controlFor(
      { path: placeOf(this.problem.path) },
      shown.map((key) => controlPaths[key]),
    );
    return shown.find((key) => controlPaths[key] === path) ?? null;
  }

  private isShown(key: keyof RunChoice): boolean {
    const { task, optimizer } = this.choice;
    if (key === 'length') return hasLength(task);
    if (key === 'vocabulary') return hasVocabulary(task);
    if (key === 'text') return task === 'text';
    if (key === 'momentum') return optimizer === 'sgd';
    return key === 'weightDecay' ? optimizer === 'adamw' : true;
  }

  protected override willUpdate(): void {
    const { wrong } = this;
    // What is wrong has to be in sight.
    if (wrong !== null && !first.has(wrong)) this.isOpen = true;
  }

  private readonly toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement) this.isOpen = target.open;
  };

  protected override render() {
    const { choices: own, tasks } = taskWords(this.language);
    const { choice, problem, wrong } = this;
    const general =
      problem !== null && wrong === null ? explain(this.language, problem, trainingProblems(this.language)) : '';
    return html`<div class="task-choice" role="group" aria-label=${own.label(this.run)}>
      ${this.isOneOfTwo ? html`<h3>${own.label(this.run)}</h3>` : nothing}
      <div class="training-fields">${this.select('task', own.task, taskKinds, (kind: TaskKind) => tasks[kind].name)}</div>
      ${this.isExplained ? html`<p class="task-about">${tasks[choice.task].about}</p>` : nothing}
      ${this.isShown('text') ? this.textBox() : nothing}
      <div class="training-fields">
        ${this.number('layers', own.layers)} ${this.number('heads', own.heads)}
        ${this.number('learningRate', own.learningRate)}
      </div>
      <details .open=${this.isOpen} @toggle=${this.toggled}>
        <summary>${own.more}</summary>
        <div class="training-fields">
          ${this.isShown('length') ? this.number('length', this.lengthLabel, own.lengthName(tokensOf(choice))) : nothing}
          ${this.isShown('vocabulary') ? this.number('vocabulary', this.vocabularyLabel) : nothing}
          ${this.number('dModel', own.dModel, own.dModelName)}
          ${this.number('feedForward', own.feedForward, own.feedForwardName)}
          ${this.select('positions', own.positions, positionKinds, (kind) => own.positionKinds[kind])}
          ${this.select('mask', own.mask, maskKinds, (kind) => own.masks[kind])}
          ${this.select('norm', own.norm, normKinds, (kind) => own.norms[kind])}
          ${this.select('optimizer', own.optimizer, optimizerKinds, (kind) => own.optimizers[kind])}
          ${this.isShown('momentum') ? this.number('momentum', own.momentum) : nothing}
          ${this.isShown('weightDecay') ? this.number('weightDecay', own.weightDecay) : nothing}
          ${this.number('batch', own.batch, own.batchName)} ${this.number('seed', own.seed)}
          ${this.number('steps', own.steps, own.stepsName)} ${this.number('warmup', own.warmup)}
          ${checkField({
            id: this.idOf('cosine'),
            label: own.cosine,
            name: own.cosineName,
            checked: choice.cosine,
            onChange: (cosine) => this.choose({ cosine }),
          })}
          ${this.number('clip', own.clip, own.clipName, own.noClip)}
        </div>
        <p class="note">${this.takes()}</p>
      </details>
      ${errorText(`${this.idOf('task')}-general`, general)}
    </div>`;
  }

  private get lengthLabel(): string {
    const { length: own } = taskWords(this.language).choices;
    const { task } = this.choice;
    if (task === 'text') return own.characters;
    if (task === 'recall') return own.pairs;
    return task === 'copy' || task === 'reverse' || task === 'sort' ? own.letters : own.tokens;
  }

  private get vocabularyLabel(): string {
    const { vocabulary: own } = taskWords(this.language).choices;
    const { task } = this.choice;
    if (task === 'brackets') return own.kinds;
    return task === 'modularAddition' ? own.modulus : own.letters;
  }

  private select<Value extends string>(
    key: keyof RunChoice,
    label: string,
    values: readonly Value[],
    text: (value: Value) => string,
  ): TemplateResult {
    const value = this.choice[key];
    return selectField(this.language, {
      id: this.idOf(key),
      label,
      options: values.map((one) => ({ value: one, text: text(one) })),
      value: values.find((one) => one === value) ?? values[0] ?? ('' as Value),
      problem: this.why(key),
      onChoose: (chosen) => this.choose({ [key]: chosen }),
    });
  }

  private number(key: NumberKey, label: string, name = '', placeholder: string | null = null): TemplateResult {
    return html`<sa-number
      .control=${this.idOf(key)}
      .label=${label}
      .name=${name}
      .value=${this.choice[key] ?? undefined}
      .placeholder=${placeholder}
      .step=${this.stepOf(key)}
      .problem=${this.why(key)}
      @sa-number=${(event: DetailEvent<'sa-number'>) => {
        event.stopPropagation();
        this.choose({ [key]: event.detail.value });
      }}
    ></sa-number>`;
  }

  /** The value after − and +; null: the control has no such buttons. */
  private stepOf(key: NumberKey): ((direction: -1 | 1) => number | null) | null {
    const value = this.choice[key];
    const stepper = steppers[key];
    if (value === null || stepper === undefined) return null;
    const { least, most = Infinity, doubles } = stepper;
    return (direction) => {
      const next = doubles ? value * 2 ** direction : value + direction;
      return Number.isInteger(next) && next >= least && next <= most ? next : null;
    };
  }

  private textBox(): TemplateResult {
    const { choices: own } = taskWords(this.language);
    const ids = fieldIds(this.idOf('text'));
    const why = this.why('text');
    const input = ({ target }: Event): void => {
      if (target instanceof HTMLTextAreaElement) this.choose({ text: target.value });
    };
    return html`<div class="field task-text">
        <label for=${ids.input}>${own.text}</label>
        <textarea
          id=${ids.input}
          rows="3"
          dir="auto"
          spellcheck="false"
          aria-label=${own.textName}
          aria-invalid=${why === '' ? 'false' : 'true'}
          aria-describedby=${why === '' ? nothing : ids.error}
          .value=${this.choice.text}
          @input=${input}
        ></textarea>
      </div>
      ${errorText(ids.error, why)}`;
  }

  private takes(): string {
    const { choices: own } = taskWords(this.language);
    const { facts, problem } = this;
    if (problem !== null) return '';
    if (facts === null) return own.checking;
    const { size, bytes, kept, snapshotBytes } = facts;
    return own.takes(formatConstant(size), memoryText(bytes), formatConstant(kept), memoryText(snapshotBytes));
  }
}
customElements.define('sa-task-choice', ChoiceForm);

/** A sequence of the task, and the answers at its tokens. */
export function taskExample(language: LanguageCode, { example: { tokens, targets } }: RunFacts): TemplateResult {
  const { choices: own } = taskWords(language);
  const texts = targets.map((target) => target ?? own.nothing);
  return html`<p class="note">${own.example}</p>
    <p class="task-example" tabindex="0" role="group" aria-label=${own.says(tokens.join(' '), texts.join(' '))}>
      ${tokens.map((token, index) => html`<span aria-hidden="true"><b>${token}</b><i>${texts[index]}</i></span>`)}
    </p>`;
}

const keys = Object.keys(controlPaths) as (keyof RunChoice)[];
/** "3.2 MB", as small numbers in kB. */
export function memoryText(bytes: number): string {
  const [size, unit] = bytes < 1e5 ? [bytes / 1e3, 'kB'] : [bytes / 1e6, 'MB'];
  return `${formatConstant(Math.round(size * 10) / 10)} ${unit}`;
}
