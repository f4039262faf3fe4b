import type { Line } from './line.ts';

export interface RowOptions {
  /** Fewer and smaller runs, to see that everything works. */
  readonly isQuick: boolean;
  /** The variants that take minutes or much disk as well. */
  readonly isFull: boolean;
}

/** A benchmark: some lines of the table that are measured together. */
export interface Row {
  /** By which it is asked for on the command line. */
  readonly name: string;
  readonly about: string;
  measure(options: RowOptions): Promise<readonly Line[]>;
}
