import { isUtf8 } from 'node:buffer';
import { structuredPatchOf } from '@sluice/tools';

/** Maximum size in bytes of files to compare, and maximum lines of the difference to show. */
const SIZE_LIMIT = 1024 * 1024;
const SHOWN_LINES = 60;

/** What an undo would change, as lines of a unified diff; a note about sizes if the texts can't be compared. */
export async function differenceText(
  now: Buffer | undefined,
  target: Buffer | undefined,
): Promise<readonly string[]> {
  const [from, to] = [now ?? Buffer.alloc(0), target ?? Buffer.alloc(0)];
  const sizes = [`  (${from.length} bytes now, ${to.length} bytes then)`];
  const isText = [from, to].every(
    (bytes) => bytes.length <= SIZE_LIMIT && isUtf8(bytes) && !bytes.includes(0),
  );
  if (!isText) return sizes;
  const hunks = await structuredPatchOf(from.toString('utf8'), to.toString('utf8'));
  if (hunks.length === 0) return from.equals(to) ? ['  (no difference in content)'] : sizes;
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  (and ${more} lines more)`] : shown;
}
