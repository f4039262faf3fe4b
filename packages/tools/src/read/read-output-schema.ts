import { z } from 'zod';
import { outputFields } from '../files/text/output-fields.ts';
import { lazySchema } from '../schema/lazy-schema.ts';
import type { CellOutput, NotebookCell, PdfPage, ReadOutput } from './read-output.ts';

/** What a hook may replace a file's content with. */
export const readOutputSchema = lazySchema((): z.ZodType<ReadOutput> => {
  const isSo = z.literal(true).exactOptional();
  const image = {
    // Hooks receive images without pixels, which a model API doesn't accept.
    base64: z.string().min(1),
    type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
    originalSize: z.number(),
    dimensions: z.object({
      originalWidth: z.number(),
      originalHeight: z.number(),
      displayWidth: z.number(),
      displayHeight: z.number(),
    }),
    originalFormat: z.string(),
    frames: z.number().exactOptional(),
  };
  const cellOutput: z.ZodType<CellOutput> = z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), name: z.string(), text: z.string() }),
    z.object({ type: z.literal('image'), name: z.string(), image: z.object(image) }),
  ]);
  const cell: z.ZodType<NotebookCell> = z.object({
    number: z.number(),
    cell_id: z.string(),
    cellType: z.enum(['code', 'markdown', 'raw']),
    source: z.string(),
    executionCount: z.number().exactOptional(),
    outputs: z.array(cellOutput),
    isCut: isSo,
  });
  const page: z.ZodType<PdfPage> = z.object({ page: z.number(), text: z.string(), isCut: isSo });
  return z.discriminatedUnion('type', [
    z.object({
      type: z.literal('text'),
      file: z.object({
        filePath: z.string(),
        content: z.string(),
        numLines: z.number(),
        startLine: z.number(),
        totalLines: z.number(),
        truncatedByTokenCap: isSo,
        totalLinesIsLowerBound: isSo,
        isUnsaved: isSo,
        cutLines: z.number().exactOptional(),
        latin1Lines: z.number().exactOptional(),
        encoding: outputFields().wideEncoding.exactOptional(),
      }),
    }),
    z.object({ type: z.literal('image'), file: z.object({ filePath: z.string(), ...image }) }),
    z.object({
      type: z.literal('notebook'),
      file: z.object({
        filePath: z.string(),
        cells: z.array(cell),
        startCell: z.number(),
        totalCells: z.number(),
        language: z.string(),
        nbformat: z.string(),
        truncatedByTokenCap: isSo,
      }),
    }),
    z.object({
      type: z.literal('parts'),
      file: z.object({
        filePath: z.string(),
        originalSize: z.number(),
        count: z.number(),
        totalPages: z.number(),
        truncatedBefore: z.number().exactOptional(),
      }),
      firstPage: z.number(),
      pages: z.array(page),
    }),
  ]);
});
