import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { lazySchema } from '../schema/lazy-schema.ts';

export const grepOutputSchema = lazySchema(() =>
  z.object({
    mode: z.enum(['content', 'files_with_matches', 'count']),
    /** Length of `filenames`: the files that this result names. */
    numFiles: z.number(),
    filenames: z.array(z.string()),
    content: z.string().optional(),
    numLines: z.number().optional(),
    /** Matching lines of all files, whatever the limits (count mode). */
    numMatches: z.number().optional(),
    /** Present only if the whole tree was searched. */
    totalFiles: z.number().optional(),
    /** Lines of all files, including context; present only if the whole tree was searched (content mode). */
    totalLines: z.number().optional(),
    /** The limit that was applied, if there are more entries. */
    appliedLimit: z.number().optional(),
    appliedOffset: z.number().optional(),
    timedOut: z.boolean().optional(),
    /** `glob` is the name of a directory, so it matches none of its files. */
    globIsFolder: z.boolean().optional(),
    /** Some rules deny reading files; matching ones were left out. */
    leavesOutDenied: z.boolean().optional(),
    /** What could not be searched or shown. */
    notes: z.array(z.string()).optional(),
  }),
);

export type GrepOutput = InferSchema<typeof grepOutputSchema>;
