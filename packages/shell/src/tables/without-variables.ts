import type { Hardening } from './classification.ts';

/** Run without what these variables of the session add to the arguments: options, or files that hold options. */
export const withoutVariables =
  (...names: readonly string[]) =>
  (): Hardening => ({
    environment: Object.fromEntries(names.map((name) => [name, ''])),
    insertions: [],
    repository: undefined,
  });
