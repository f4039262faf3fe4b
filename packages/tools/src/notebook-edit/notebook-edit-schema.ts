import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { PatchHunk } from '../files/text/structured-patch.ts';

export const notebookEditInputSchema = lazySchema(
  () =>
    z.strictObject({
      notebook_path: z
        .string()
        .min(1)
        .describe('Path of the notebook (.ipynb): absolute, or relative to the working directory'),
      cell_id: z
        .string()
        .min(1)
        .optional()
        .describe(
          'Id of the cell, as shown by Read. For insert: the cell to insert after; leave out to insert first',
        ),
      new_source: z.string().describe('The complete new source of the cell; ignored by delete'),
      cell_type: z
        .enum(['code', 'markdown'])
        .optional()
        .describe('Required for insert; otherwise changes the type'),
      edit_mode: z.enum(['replace', 'insert', 'delete']).optional().describe('Default replace'),
    }),
  KNOWN_INPUTS.NotebookEdit,
);

export type NotebookEditInput = InferSchema<typeof notebookEditInputSchema>;

export type EditMode = 'replace' | 'insert' | 'delete';

export type EditedCellType = 'code' | 'markdown' | 'raw';

export interface NotebookEditOutput {
  readonly new_source: string;
  /** The old source; absent for an insertion. */
  readonly old_source?: string;
  readonly cell_id: string;
  readonly cell_type: EditedCellType;
  /** Present if the type was changed. */
  readonly old_cell_type?: EditedCellType;
  readonly language: string;
  readonly edit_mode: EditMode;
  readonly notebook_path: string;
  /** The whole notebook before and after; empty if one of them is larger than 1 MiB. */
  readonly original_file: string;
  readonly updated_file: string;
  readonly structuredPatch: readonly PatchHunk[];
  /** Position of the cell, starting at 1. */
  readonly cell_number: number;
  /** Cells without ids have other numbers now. */
  readonly hasMovedNumbers?: true;
}
