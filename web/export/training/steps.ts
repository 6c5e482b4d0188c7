/** How many of a run's first steps a program repeats. */
export const STEPS = 20;
