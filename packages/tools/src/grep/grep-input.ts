import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { laterSchema } from '../schema/later-schema.ts';

/** Entries in one answer unless `head_limit` says otherwise (tool-schemas.md). */
export const DEFAULT_HEAD_LIMIT = 250;

export const grepInputSchema = laterSchema(() => {
  const count = z.int().min(0);
  return z.strictObject({
    pattern: z.string().describe('Regular expression in the syntax of ripgrep (Rust regex)'),
    path: z
      .string()
      .optional()
      .describe('File or folder to search. Leave out to search the working directory'),
    glob: z
      .string()
      .optional()
      .describe(
        'Search only files that match, such as "*.ts" or "src/**/*.{ts,tsx}"; "!*.md" leaves files out',
      ),
    output_mode: z
      .enum(['content', 'files_with_matches', 'count'])
      .optional()
      .describe(
        'content: matching lines; files_with_matches (default): paths; count: matching lines of each file',
      ),
    '-B': count.optional().describe('Lines to show before each match (content mode)'),
    '-A': count.optional().describe('Lines to show after each match (content mode)'),
    '-C': count.optional().describe('Same as context'),
    context: count.optional().describe('Lines to show before and after each match (content mode)'),
    '-n': z.boolean().optional().describe('Show line numbers (content mode). Default true'),
    '-i': z.boolean().optional().describe('Ignore case'),
    '-o': z.boolean().optional().describe('Show only the matching part of each line (content mode)'),
    type: z.string().optional().describe('File type as ripgrep names it, such as "js", "py" or "rust"'),
    head_limit: count
      .optional()
      .describe(`Entries (paths or lines) to answer with. Default ${DEFAULT_HEAD_LIMIT}; 0 for no limit`),
    offset: count.optional().describe('Entries to skip before head_limit counts. Default 0'),
    multiline: z
      .boolean()
      .optional()
      .describe('Let a match span lines, and "." match a line end. Default false'),
  });
}, KNOWN_INPUTS.Grep);

export type GrepInput = InferSchema<typeof grepInputSchema>;
