import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';

export const readInputSchema = lazySchema(
  () =>
    z.strictObject({
      file_path: z
        .string()
        .min(1)
        .describe('Path of the file: absolute, or relative to the working directory'),
      offset: z
        .number()
        .int('must be a whole number')
        .min(0, 'counts from 1; leave it out to begin at the start')
        .optional()
        .describe('First line (in notebooks: cell) to show, starting at 1'),
      limit: z
        .number()
        .int('must be a whole number')
        .positive('must be 1 or more; leave it out for as much as one page holds')
        .optional()
        .describe('Number of lines (in notebooks: cells) to show. Default 2000 lines'),
      pages: z.string().optional().describe('Pages of a PDF, such as "1-5"; at most 20'),
      allow_large: z
        .boolean()
        .optional()
        .describe('Allow pages four times as large, and show more of long lines'),
    }),
  KNOWN_INPUTS.Read,
);

export type ReadInput = InferSchema<typeof readInputSchema>;
