import type { InferSchema } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../schema/known-inputs.ts';
import { lazySchema } from '../schema/lazy-schema.ts';

/** Maximum number of entries unless `head_limit` says otherwise (tool-schemas.md). */
export const DEFAULT_HEAD_LIMIT = 250;

export const grepInputSchema = lazySchema(() => {
  const count = z.int().min(0);
  return z.strictObject({
    pattern: z.string().describe('Regular expression (Rust regex syntax)'),
    path: z.string().optional().describe('File or directory to search. Default: the working directory'),
    glob: z
      .string()
      .optional()
      .describe('Search only matching files, such as "*.ts" or "src/**/*.{ts,tsx}"; "!*.md" excludes'),
    output_mode: z
      .enum(['content', 'files_with_matches', 'count'])
      .optional()
      .describe(
        'content: matching lines; files_with_matches (default): paths; count: matching lines per file',
      ),
    '-B': count.optional().describe('Lines to show before each match (content mode)'),
    '-A': count.optional().describe('Lines to show after each match (content mode)'),
    '-C': count.optional().describe('Same as context'),
    context: count.optional().describe('Lines to show before and after each match (content mode)'),
    '-n': z.boolean().optional().describe('Show line numbers (content mode). Default true'),
    '-i': z.boolean().optional().describe('Ignore case'),
    '-o': z.boolean().optional().describe('Show only the matching part of each line (content mode)'),
    type: z.string().optional().describe('ripgrep file type, such as "js", "py" or "rust"'),
    head_limit: count
      .optional()
      .describe(`Maximum number of results (paths or lines). Default ${DEFAULT_HEAD_LIMIT}; 0 for no limit`),
    offset: count.optional().describe('Results to skip. Default 0'),
    multiline: z
      .boolean()
      .optional()
      .describe('Let matches span lines, and "." match newlines. Default false'),
  });
}, KNOWN_INPUTS.Grep);

export type GrepInput = InferSchema<typeof grepInputSchema>;
