import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { lazySchema } from '../schema/lazy-schema.ts';

export const globOutputSchema = lazySchema(() =>
  z.object({
    durationMs: z.number(),
    numFiles: z.number(),
    filenames: z.array(z.string()),
    truncated: z.boolean(),
    totalMatches: z.number().optional(),
    countIsComplete: z.boolean().optional(),
    timedOut: z.boolean().optional(),
    /** Some rules deny reading files; matching ones were left out. */
    leavesOutDenied: z.boolean().optional(),
    /** What could not be searched. */
    notes: z.array(z.string()).optional(),
  }),
);

export type GlobOutput = InferSchema<typeof globOutputSchema>;
