import type * as forms from './form.ts';

let brought: typeof forms | null = null;

/** The doors of the core bring form.ts: with it, a scene whose numbers alone are new is not packed anew. */
export function bringForms(there: typeof forms): void {
  brought = there;
}

export const broughtForms = (): typeof forms | null => brought;
