import { countNewlines } from '../files/text/count-newlines.ts';
import {
  PATCH_CONTEXT,
  PATCH_SIZE_LIMIT,
  structuredPatchOf,
  type PatchHunk,
} from '../files/text/structured-patch.ts';
import { encodingOf } from './file-encoding.ts';

const NEWLINE = 10;

/** The byte range of the old content that contains all changes. */
interface ChangedPart {
  readonly start: number;
  readonly end: number;
}

/** The hunks of an edit, computed from the changed part and the lines around it only, so that the file's size doesn't matter. */
export async function patchOfEdit(
  before: Buffer,
  after: Buffer,
  changed: ChangedPart,
): Promise<readonly PatchHunk[]> {
  const start = startOfContext(before, changed.start);
  const end = endOfContext(before, changed.end);
  const endAfter = end + after.length - before.length;
  if (end - start > PATCH_SIZE_LIMIT || endAfter - start > PATCH_SIZE_LIMIT) return [];
  const oldPart = before.subarray(start, end);
  const newPart = after.subarray(start, endAfter);
  const charset = encodingOf(oldPart) === 'utf8' && encodingOf(newPart) === 'utf8' ? 'utf8' : 'latin1';
  const linesBefore = countNewlines(before.subarray(0, start));
  return structuredPatchOf(oldPart.toString(charset), newPart.toString(charset), linesBefore);
}

function startOfContext(bytes: Buffer, from: number): number {
  let start = from;
  for (let line = 0; line <= PATCH_CONTEXT; line++) {
    if (start === 0) return 0;
    const newline = bytes.lastIndexOf(NEWLINE, start - 1);
    if (newline === -1) return 0;
    start = newline;
  }
  return start + 1;
}

function endOfContext(bytes: Buffer, from: number): number {
  let end = from;
  for (let line = 0; line <= PATCH_CONTEXT; line++) {
    const newline = bytes.indexOf(NEWLINE, end);
    if (newline === -1) return bytes.length;
    end = newline + 1;
  }
  return end;
}
