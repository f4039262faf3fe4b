import { isUtf8 } from 'node:buffer';
import { readPreImage } from '@sluice/host';
import { fileNow, structuredPatchOf } from '@sluice/tools';
import type { JournaledWrite } from './journaled-write.ts';

/** Larger files, and those that are not text, are not compared. */
const SIZE_LIMIT = 1024 * 1024;

/** How many lines files would gain and lose if these writes were undone now. */
export async function changedLines(
  directory: string,
  writes: readonly JournaledWrite[],
): Promise<{ readonly insertions: number; readonly deletions: number }> {
  const firsts = [...Map.groupBy(writes, ({ path }) => path).values()].flatMap(([first]) => first ?? []);
  let [insertions, deletions] = [0, 0];
  for (const { path, before } of firsts) {
    const now = await fileNow(path, new AbortController().signal);
    const from = textOf(now.ok ? now.loaded?.bytes : undefined);
    const to = textOf(before === null ? undefined : await readPreImage(directory, before.hash));
    if (from === undefined || to === undefined) continue;
    const lines = (await structuredPatchOf(from, to)).flatMap((hunk) => hunk.lines);
    insertions += lines.filter((line) => line.startsWith('+')).length;
    deletions += lines.filter((line) => line.startsWith('-')).length;
  }
  return { insertions, deletions };
}

function textOf(bytes: Buffer = Buffer.alloc(0)): string | undefined {
  const isText = bytes.length <= SIZE_LIMIT && isUtf8(bytes) && !bytes.includes(0);
  return isText ? bytes.toString('utf8') : undefined;
}
