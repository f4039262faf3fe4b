import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { laterSchema } from '../schema/later-schema.ts';
import type { PatchHunk } from '../files/structured-patch.ts';
import type { WideEncoding } from '../files/text-view.ts';

export const editInputSchema = laterSchema(
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

/**
 * What the model knew of the file: all of it as it is; or nothing, a part, what an edit of its own changed, or what it held before somebody
 * else changed it.
 */
export type SeenState = 'whole' | 'not-read' | 'partly-read' | 'rest-not-read' | 'changed';

/** How the strings were fitted to the file before they matched. */
export type EditForm = 'exact' | 'crlf' | 'latin1' | 'latin1-crlf';

/** Places where old_string stands with CRLF line ends, in a file where it matched as given. */
export interface CrlfTwins {
  readonly count: number;
  /** 1-based lines of the first ten. */
  readonly lines: readonly number[];
}

export interface EditOutput {
  readonly filePath: string;
  readonly oldString: string;
  readonly newString: string;
  /** The text before; null when there was none or it was above 1 MiB. */
  readonly originalFile: string | null;
  /** Empty where the changed part is above 1 MiB or too different. */
  readonly structuredPatch: readonly PatchHunk[];
  readonly userModified: boolean;
  readonly replaceAll: boolean;
  /** Number of matches replaced; 0 for a file that was made. */
  readonly replacements: number;
  /** 1-based line of the first match. */
  readonly startLine: number;
  readonly form: EditForm;
  /** Left as they are. Absent: there are none. */
  readonly crlfTwins?: CrlfTwins;
  /** The file is in UTF-16, and stays so. */
  readonly encoding?: WideEncoding;
  readonly seen: SeenState;
}
