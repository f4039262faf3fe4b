/** One hunk of a unified diff; lines start with `+`, `-` or space. Line numbers start at 1. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Up to this size in bytes, a file's old text and its diff are included in a result: 1 MiB. */
export const PATCH_SIZE_LIMIT = 1024 * 1024;

/** Lines of context around a change. */
export const PATCH_CONTEXT = 3;

/**
 * Beyond this many changed lines the diff, whose cost is quadratic, is left out. A count instead of a time limit makes results
 * reproducible.
 */
const MAX_EDIT_LENGTH = 4000;

/**
 * The hunks that turn `oldText` into `newText`, both a part of the file after `linesBefore` lines. None if they are equal or too
 * different.
 */
export async function structuredPatchOf(
  oldText: string,
  newText: string,
  linesBefore = 0,
): Promise<readonly PatchHunk[]> {
  if (oldText === newText) return [];
  const { structuredPatch } = await import('diff');
  const options = { context: PATCH_CONTEXT, maxEditLength: MAX_EDIT_LENGTH };
  const patch = structuredPatch('', '', oldText, newText, undefined, undefined, options);
  if (patch === undefined) return [];
  return patch.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart: oldStart + linesBefore,
    oldLines,
    newStart: newStart + linesBefore,
    newLines,
    lines,
  }));
}
