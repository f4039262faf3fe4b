import { chooseWrites, type UndoChoice } from './choose-writes.ts';
import type { JournaledWrite } from './journaled-write.ts';
import { lookAt } from './look-at.ts';
import { planRestore } from './plan-restore.ts';
import { listLine } from './undo-text.ts';

/** The writes that can be undone, the last first, a line each; with a choice only those that it names. */
export async function listWrites(
  writes: readonly JournaledWrite[],
  choice: UndoChoice,
): Promise<readonly string[]> {
  const hasChoice = Object.keys(choice).length > 0;
  const shown = hasChoice ? chooseWrites(writes, choice) : writes;
  const { files } = await lookAt(shown.map(({ path }) => path));
  const hashes = new Map([...files].map(([path, { hash }]) => [path, hash]));
  return shown.toReversed().map((write) => {
    const [plan] = planRestore([write], writes, hashes);
    return listLine(write, files.has(write.path) ? plan : undefined);
  });
}
