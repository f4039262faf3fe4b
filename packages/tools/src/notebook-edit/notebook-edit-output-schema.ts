import { z } from 'zod';
import { outputFields } from '../files/text/output-fields.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { NotebookEditOutput } from './notebook-edit-schema.ts';

/** What a hook may replace the result of a NotebookEdit with. */
export const notebookEditOutputSchema = lazySchema((): z.ZodType<NotebookEditOutput> => {
  const cellType = z.enum(['code', 'markdown', 'raw']);
  return z.object({
    new_source: z.string(),
    old_source: z.string().exactOptional(),
    cell_id: z.string(),
    cell_type: cellType,
    old_cell_type: cellType.exactOptional(),
    language: z.string(),
    edit_mode: z.enum(['replace', 'insert', 'delete']),
    notebook_path: z.string(),
    original_file: z.string(),
    updated_file: z.string(),
    structuredPatch: outputFields().structuredPatch,
    cell_number: z.number(),
    hasMovedNumbers: z.literal(true).exactOptional(),
  });
});
