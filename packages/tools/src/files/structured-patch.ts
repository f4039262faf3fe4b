/** One hunk of a unified diff; lines carry a leading `+`, `-` or space. Line numbers are 1-based. */
export interface PatchHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Size in bytes up to which a file's old text and its diff are put into a result: 1 MiB. */
export const PATCH_SIZE_LIMIT = 1024 * 1024;

/** Lines of context around a change. */
export const PATCH_CONTEXT = 3;

/** Changed lines above which the diff, whose cost grows with their square, is left out. A count and no time, so that the same texts give the same result. */
const MAX_EDIT_LENGTH = 4000;

/** The hunks that make `newText` of `oldText`, both a part of the file that begins after `linesBefore` lines. None when they are equal or too different. */
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
