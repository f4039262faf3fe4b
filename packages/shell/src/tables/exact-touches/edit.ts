import type { ExactTouches, FileTouch } from '../file-touch.ts';
import type { Arguments, ParsedArguments, Row } from '../row.ts';

/** A program that changes files: which options it may have, and what it then touches. */
export interface Edit {
  readonly row: Row;
  readonly isFileEdit: boolean;
  /** What its arguments say of that; undefined: it is always so, and no link is brought anywhere. */
  readonly transfer?: (
    parsed: ParsedArguments,
    argv: Arguments,
  ) => Pick<ExactTouches, 'isFileEdit' | 'transfersLinks'>;
  /** Undefined: its arguments don't name all of its files. */
  readonly touches: (parsed: ParsedArguments, argv: Arguments) => readonly FileTouch[] | undefined;
}
