import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { laterSchema } from '../schema/later-schema.ts';
import type { PatchHunk } from '../files/structured-patch.ts';
import type { TextEncoding } from '../files/text-encoding.ts';

export const writeInputSchema = laterSchema(
  () =>
    z.strictObject({
      file_path: z
        .string()
        .min(1)
        .describe('Path of the file: absolute, or relative to the working directory'),
      content: z.string().describe('The complete new content'),
    }),
  KNOWN_INPUTS.Write,
);

export type WriteInput = InferSchema<typeof writeInputSchema>;

export interface WriteOutput {
  readonly type: 'create' | 'update';
  readonly filePath: string;
  readonly content: string;
  /** Of the file as written. */
  readonly bytes: number;
  /** Empty for a new file, an unchanged one, and where old or new are above 1 MiB or too different. */
  readonly structuredPatch: readonly PatchHunk[];
  /** The text before; null when there was none or it was above 1 MiB. */
  readonly originalFile: string | null;
  /** The file held just this already. */
  readonly isUnchanged?: true;
  /** How the text is kept in the file; absent: as plain UTF-8, which it always was or is new. */
  readonly encoding?: TextEncoding;
  /** The encoding that the file had, where it has no place for a character of the new text; `mixed`: UTF-8 with stray bytes. */
  readonly formerEncoding?: TextEncoding | 'mixed';
  /** Set where the text's line feeds were written as CRLF, as the file has them. */
  readonly lineEnds?: 'crlf';
  /** The line ends that the file had, where those of the text were written as given and differ. */
  readonly formerLineEnds?: 'crlf' | 'mixed';
}
