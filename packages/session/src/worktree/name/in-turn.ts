const last = new Map<string, Promise<unknown>>();

/**
 * Runs work on the worktrees of one repository one after the other: while git adds a worktree, its other commands find a half-made
 * one in the list and fail.
 */
export async function inTurn<Value>(mainRoot: string, work: () => Promise<Value>): Promise<Value> {
  const before = last.get(mainRoot) ?? Promise.resolve();
  const mine = before.then(work, work);
  last.set(mainRoot, mine);
  try {
    return await mine;
  } finally {
    if (last.get(mainRoot) === mine) last.delete(mainRoot);
  }
}
