import { hasPreImage } from '@sluice/host';
import { chooseWrites, type UndoChoice } from './choose-writes.ts';
import type { JournaledWrite } from './journaled-write.ts';
import { lookAt } from './look-at.ts';
import { planRestore } from './plan-restore.ts';
import { listLine } from './undo-text.ts';

/** The writes that can be undone, most recent first, one line each; with a selection, only the selected ones. */
export async function listWrites(
  directory: string,
  writes: readonly JournaledWrite[],
  choice: UndoChoice,
): Promise<readonly string[]> {
  const hasChoice = Object.values(choice).some((value) => value !== undefined);
  const shown = hasChoice ? chooseWrites(writes, choice) : writes;
  const { files } = await lookAt(shown.map(({ path }) => path));
  const hashes = new Map([...files].map(([path, { hash }]) => [path, hash]));
  const lines: string[] = [];
  for (const write of shown.toReversed()) {
    const [plan] = planRestore([write], writes, hashes);
    const isKept = write.before === null || (await hasPreImage(directory, write.before.hash));
    lines.push(listLine(write, files.has(write.path) ? plan : undefined, isKept));
  }
  return lines;
}
