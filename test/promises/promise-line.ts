/** The test that holds a line: its file, and a text of its title (or of its row's `says`) as the file has it. */
export type Holder = readonly [file: string, title: string];

/** One thing that has gone wrong in other programs, as what must hold here. */
export interface PromiseLine {
  /** The list that it is from, and its number there. */
  readonly id: string;
  readonly says: string;
  readonly heldBy?: readonly Holder[];
  /** The feature that it is about is not built, or not all of it. */
  readonly waitsFor?: string;
  /** What no test shows although the feature is built. */
  readonly gap?: string;
}
