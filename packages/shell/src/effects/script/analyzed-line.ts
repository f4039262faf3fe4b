import type { FileTexts } from '../state/written-texts.ts';
import type { CommandAnalysis } from '../analysis.ts';

/** A line, and what it writes to a file; undefined: nothing. */
export interface AnalyzedLine {
  readonly analysis: CommandAnalysis;
  readonly textsWrittenTo: (path: string) => FileTexts | undefined;
  /** Every place to which it writes; undefined: it isn't known. */
  readonly placesWritten: readonly (string | undefined)[];
  /** What it sets HOME to; undefined: something that isn't known. */
  readonly homes: readonly (string | undefined)[];
}
