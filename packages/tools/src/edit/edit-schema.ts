import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { PatchHunk } from '../files/text/structured-patch.ts';
import type { WideEncoding } from '../files/text/text-view.ts';

export const editInputSchema = lazySchema(
  () =>
    z.strictObject({
      file_path: z
        .string()
        .min(1)
        .describe('Path of the file: absolute, or relative to the working directory'),
      old_string: z.string().describe('The exact text to replace; empty to create a new file'),
      new_string: z.string().describe('The replacement; must differ from old_string'),
      replace_all: z.boolean().optional().describe('Replace all matches. Default false'),
    }),
  KNOWN_INPUTS.Edit,
);

export type EditInput = InferSchema<typeof editInputSchema>;

/** What the model knew about the file: all of its current content; or nothing, a part, what its own edit changed, or an earlier state. */
export type SeenState = 'whole' | 'not-read' | 'partly-read' | 'rest-not-read' | 'changed';

/** How the strings were adapted to the file before they matched. */
export type EditForm = 'exact' | 'crlf' | 'latin1' | 'latin1-crlf';

/** Occurrences of old_string with CRLF line endings in a file where it matched as given. */
export interface CrlfTwins {
  readonly count: number;
  /** Line numbers of the first ten, starting at 1. */
  readonly lines: readonly number[];
}

export interface EditOutput {
  readonly filePath: string;
  readonly oldString: string;
  readonly newString: string;
  /** The old text; null if there was none or it was larger than 1 MiB. */
  readonly originalFile: string | null;
  /** Empty if the changed part is larger than 1 MiB or too different. */
  readonly structuredPatch: readonly PatchHunk[];
  readonly userModified: boolean;
  readonly replaceAll: boolean;
  /** Number of matches replaced; 0 for a new file. */
  readonly replacements: number;
  /** Line of the first match, starting at 1. */
  readonly startLine: number;
  readonly form: EditForm;
  /** Left unchanged. Absent if there are none. */
  readonly crlfTwins?: CrlfTwins;
  /** The file is UTF-16 and stays UTF-16. */
  readonly encoding?: WideEncoding;
  readonly seen: SeenState;
}
