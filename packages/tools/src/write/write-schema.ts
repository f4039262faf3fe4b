import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { PatchHunk } from '../files/text/structured-patch.ts';
import type { TextEncoding } from '../files/text/text-encoding.ts';

export const writeInputSchema = lazySchema(
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
  /** Empty for a new file, an unchanged one, and if either version is larger than 1 MiB or they are too different. */
  readonly structuredPatch: readonly PatchHunk[];
  /** The old text; null if there was none or it was larger than 1 MiB. */
  readonly originalFile: string | null;
  /** The file already had exactly this content. */
  readonly isUnchanged?: true;
  /** The file's encoding; absent for plain UTF-8, old or new. */
  readonly encoding?: TextEncoding;
  /** The file's old encoding, if it can't represent a character of the new text; `mixed`: UTF-8 with stray bytes. */
  readonly formerEncoding?: TextEncoding | 'mixed';
  /** Set if the text's line feeds were written as CRLF, like the file's. */
  readonly lineEnds?: 'crlf';
  /** The file's old line endings, if the text was written as given and differs. */
  readonly formerLineEnds?: 'crlf' | 'mixed';
}
