import { z } from 'zod';
import type { PatchHunk } from './structured-patch.ts';
import type { WideEncoding } from './text-view.ts';

/** Schemas of fields that results about files share, created when one is needed. */
export function outputFields() {
  const hunk: z.ZodType<PatchHunk> = z.object({
    oldStart: z.number(),
    oldLines: z.number(),
    newStart: z.number(),
    newLines: z.number(),
    lines: z.array(z.string()),
  });
  const wide: readonly WideEncoding[] = ['utf16le', 'utf16le-bom', 'utf16be', 'utf16be-bom'];
  return { structuredPatch: z.array(hunk), wideEncoding: z.enum(wide) };
}
