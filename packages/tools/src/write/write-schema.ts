import { z } from 'zod';
import type { PatchHunk } from '../files/structured-patch.ts';

export const writeInputSchema = z.strictObject({
  file_path: z
    .string()
    .min(1)
    .describe('Absolute path of the file; a relative one is seen from the working directory'),
  content: z.string().describe('The whole new content'),
});

export type WriteInput = z.output<typeof writeInputSchema>;

export interface WriteOutput {
  readonly type: 'create' | 'update';
  readonly filePath: string;
  readonly content: string;
  /** Empty for a new file, an unchanged one, and where old or new are above 1 MiB or too different. */
  readonly structuredPatch: readonly PatchHunk[];
  /** The text before; null when there was none or it was above 1 MiB. */
  readonly originalFile: string | null;
}
