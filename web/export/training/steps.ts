/** How many steps a program of a run's first ones takes. */
export const STEPS = 20;
