/** One named breakage, and the test that must see it. */
export interface Mutant {
  /** Kebab-case, unique. */
  readonly name: string;
  /** What is wrong with the program once it is applied, in a sentence for the table. */
  readonly breaks: string;
  /** The promise of README and design that it breaks. */
  readonly promise: Promised;
  /** From the repository's root. */
  readonly file: string;
  /** Occurs exactly once in `file`. */
  readonly find: string;
  readonly replace: string;
  /** The narrowest test file that must turn red. */
  readonly test: string;
  /** Part of the title of the test in it, where the file holds slow ones that are not needed. */
  readonly title?: string;
}

export type Promised = 1 | 2 | 3 | 4 | 5;

export const PROMISES: Readonly<Record<Promised, string>> = {
  1: 'Serial meaning, parallel speed',
  2: 'One result each',
  3: 'Deny is final',
  4: 'Nothing is lost, nothing floods',
  5: 'Nothing is left behind',
};
