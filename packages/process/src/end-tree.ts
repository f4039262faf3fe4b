import { setTimeout as delay } from 'node:timers/promises';
import type { NamedProcess } from './command.ts';
import type { ProcessStat } from './process-stat.ts';
import { findTree, type ProcessTree } from './process-tree.ts';
import { sendGroupSignal, sendSignal } from './send-signal.ts';

export interface EndTreeOptions {
  /** Milliseconds to end by itself; 0 when the command is to be stopped. */
  readonly settleMs: number;
  readonly graceMs: number;
  readonly firstLook: 'all' | 'later-pids';
}

export interface EndedTree {
  readonly stopped: readonly NamedProcess[];
  readonly remaining: readonly NamedProcess[];
}

/** Milliseconds for the kernel to take down what has got SIGKILL. */
const KILL_MS = 5_000;

/** Ends every process of a tree: waits `settleMs`, then SIGTERM, then after `graceMs` SIGKILL until none is left. */
export async function endTree(tree: ProcessTree, options: EndTreeOptions): Promise<EndedTree> {
  if (findTree(tree, options.firstLook).length === 0) return { stopped: [], remaining: [] };
  const stopped = new Map<string, NamedProcess>();
  const phases = [
    { forMs: options.settleMs, act: () => {} },
    { forMs: options.graceMs, act: terminateNew(tree, stopped) },
    { forMs: KILL_MS, act: killAll(tree, stopped) },
  ];
  let left: readonly ProcessStat[] = [];
  for (const { forMs, act } of phases) {
    left = await actUntilEmpty(tree, forMs, act);
    if (left.length === 0) break;
  }
  return { stopped: [...stopped.values()], remaining: named(tree, left) };
}

async function actUntilEmpty(
  tree: ProcessTree,
  forMs: number,
  act: (members: readonly ProcessStat[]) => void,
): Promise<readonly ProcessStat[]> {
  const deadline = performance.now() + forMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(100, pauseMs * 2)) {
    const members = findTree(tree, 'all');
    const leftMs = deadline - performance.now();
    if (members.length === 0 || leftMs <= 0) return members;
    act(members);
    await delay(Math.min(pauseMs, leftMs));
  }
}

/** Asks each process once: many programs take a second SIGTERM as an order to leave their work undone. */
function terminateNew(tree: ProcessTree, stopped: Map<string, NamedProcess>) {
  const asked = new Set<string>();
  return (members: readonly ProcessStat[]): void => {
    const fresh = members.filter((member) => !asked.has(key(member)));
    for (const member of fresh) asked.add(key(member));
    signalAll(tree, fresh, 'SIGTERM', stopped);
  };
}

function killAll(tree: ProcessTree, stopped: Map<string, NamedProcess>) {
  return (members: readonly ProcessStat[]): void => signalAll(tree, members, 'SIGKILL', stopped);
}

function signalAll(
  tree: ProcessTree,
  members: readonly ProcessStat[],
  signal: NodeJS.Signals,
  stopped: Map<string, NamedProcess>,
): void {
  // The group's number stays taken while one of its members lives, so this can't reach a stranger.
  const isGroupSignalled =
    members.length > 1 &&
    members.some((member) => member.pid === tree.root) &&
    sendGroupSignal(tree.root, signal);
  for (const member of members) {
    const isDone = isGroupSignalled && member.group === tree.root;
    if (!isDone && !sendSignal(member, signal)) continue;
    if (member.pid !== tree.root) stopped.set(key(member), { pid: member.pid, name: member.name });
  }
}

function named(tree: ProcessTree, members: readonly ProcessStat[]): NamedProcess[] {
  return members.filter(({ pid }) => pid !== tree.root).map(({ pid, name }) => ({ pid, name }));
}

function key({ pid, startTime }: ProcessStat): string {
  return `${pid}:${startTime}`;
}
