/** A script being written: what it computes, one step after another, and the functions it needs for that. */
import type { Step } from '../../core/types.ts';
import { type Code, call, type Operand, textOf } from './code.ts';
import type { HelperName } from './helpers.ts';
import type { Language } from './language.ts';
import { wrapped } from './literals.ts';

export class Script {
  readonly language: Language;
  readonly helpers = new Set<HelperName>();
  /** The lines of code without their comments: what names are used is read off them. */
  readonly code: string[] = [];
  readonly lines: string[] = [];

  constructor(language: Language) {
    this.language = language;
  }

  /** A step of the trace: computed, and printed under its name. */
  step({ name, axes, shape }: Step, value: Operand, why: string): void {
    const letters = axes.join(', ');
    const sizes = shape.join(', ');
    this.lines.push('', ...wrapped(`${name} (${letters}) = (${sizes}): ${why}`, '# '));
    this.write(`${name} = ${textOf(value)}`, `show("${name}", ${name})`);
  }

  /** What a step needs and the trace has no name for. */
  aside(name: string, value: Operand, why: string): void {
    this.lines.push('', ...wrapped(why, '# '));
    this.write(`${name} = ${textOf(value)}`);
  }

  write(...lines: readonly string[]): void {
    this.lines.push(...lines);
    this.code.push(...lines);
  }

  /** A call of a function that the script defines for itself. */
  own(helper: HelperName, ...args: readonly Operand[]): Code {
    this.helpers.add(helper);
    return call(helper, ...args);
  }
}
