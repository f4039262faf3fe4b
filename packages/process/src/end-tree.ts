import { setTimeout as delay } from 'node:timers/promises';
import type { NamedProcess } from './command.ts';
import { innerPid } from './inner-pid.ts';
import { keptProcesses } from './kept-processes.ts';
import { readProcessStat, type ProcessStat } from './process-stat.ts';
import { findTree, hasSandboxEnded, type ProcessTree } from './process-tree.ts';
import { sendGroupSignal, sendSignal } from './send-signal.ts';

interface EndTreeOptions {
  /** Milliseconds to end on its own; 0 to stop the command right away. */
  readonly settleMs: number;
  readonly graceMs: number;
  readonly firstLook: 'all' | 'later-pids';
  /** Programs to leave running; has no effect in a sandbox. */
  readonly keep: readonly string[];
}

interface EndedTree {
  readonly stopped: readonly NamedProcess[];
  readonly kept: readonly ProcessStat[];
  readonly remaining: readonly NamedProcess[];
}

/** Milliseconds for the kernel to end processes after SIGKILL. */
const KILL_MS = 5_000;

/**
 * Ends every process of a tree: waits `settleMs`, then sends SIGTERM, then after `graceMs` SIGKILL until none is left. A sandbox around it
 * ends last, and takes along anything that could hide.
 */
export async function endTree(tree: ProcessTree, options: EndTreeOptions): Promise<EndedTree> {
  const ended = await endMembers(tree, options);
  if (tree.sandbox === undefined) return ended;
  killRoot(tree);
  // If no process is visible, none can hide either: all descend from the sandbox's first process.
  if (ended.stopped.length > 0 || ended.remaining.length > 0) await endOfSandbox(tree);
  return ended;
}

async function endMembers(tree: ProcessTree, options: EndTreeOptions): Promise<EndedTree> {
  const names = tree.sandbox === undefined ? options.keep : [];
  let kept: readonly ProcessStat[] = [];
  const look = (scope: 'all' | 'later-pids'): readonly ProcessStat[] => {
    const members = findTree(tree, scope);
    kept = keptProcesses(members, names);
    return kept.length === 0 ? members : members.filter((member) => !kept.includes(member));
  };
  if (look(options.firstLook).length === 0) return { stopped: [], kept, remaining: [] };
  const stopped = new Map<string, NamedProcess>();
  const phases = [
    { forMs: options.settleMs, act: () => {} },
    { forMs: options.graceMs, act: terminateNew(tree, stopped) },
    { forMs: KILL_MS, act: killAll(tree, stopped, () => kept.length === 0) },
  ];
  let left: readonly ProcessStat[] = [];
  for (const { forMs, act } of phases) {
    left = await actUntilEmpty(() => look('all'), forMs, act);
    if (left.length === 0) break;
  }
  return {
    stopped: [...stopped.values()],
    kept,
    remaining: left.filter(({ pid }) => pid !== tree.root).map((one) => named(tree, one)),
  };
}

async function actUntilEmpty(
  look: () => readonly ProcessStat[],
  forMs: number,
  act: (members: readonly ProcessStat[]) => void,
): Promise<readonly ProcessStat[]> {
  const deadline = performance.now() + forMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(100, pauseMs * 2)) {
    const members = look();
    const leftMs = deadline - performance.now();
    if (members.length === 0 || leftMs <= 0) return members;
    act(members);
    await delay(Math.min(pauseMs, leftMs));
  }
}

/** Signals each process once: for many programs, a second SIGTERM means to quit without finishing. */
function terminateNew(tree: ProcessTree, stopped: Map<string, NamedProcess>) {
  const asked = new Set<string>();
  return (members: readonly ProcessStat[]): void => {
    const fresh = members.filter((member) => !asked.has(key(member)));
    for (const member of fresh) asked.add(key(member));
    signalAll(tree, fresh, 'SIGTERM', stopped);
  };
}

/** @param isWhole keep nothing of the tree */
function killAll(tree: ProcessTree, stopped: Map<string, NamedProcess>, isWhole: () => boolean) {
  return (members: readonly ProcessStat[]): void => {
    signalAll(tree, members, 'SIGKILL', stopped);
    if (tree.sandbox !== undefined) killRoot(tree);
    if (isWhole()) tree.cgroup?.kill();
  };
}

function signalAll(
  tree: ProcessTree,
  members: readonly ProcessStat[],
  signal: NodeJS.Signals,
  stopped: Map<string, NamedProcess>,
): void {
  // Before any signal is sent: an ended process has no inner pid anymore.
  const names = members.map((member) => named(tree, member));
  const group = wholeGroup(tree, members);
  const isGroupSignaled = group !== undefined && sendGroupSignal(group, signal);
  for (const [index, member] of members.entries()) {
    const isDone = isGroupSignaled && member.group === group;
    if (!isDone && !sendSignal(member, signal)) continue;
    const name = names[index];
    if (name !== undefined && member.pid !== tree.root) stopped.set(key(member), name);
  }
}

/**
 * The shell's group, if it can be signaled as a whole. Its number stays in use while a member lives, so this can't hit a stranger. A
 * supervisor lives as long as its sandbox, and ignores every signal but SIGKILL.
 */
function wholeGroup(tree: ProcessTree, members: readonly ProcessStat[]): number | undefined {
  if (members.length < 2) return undefined;
  if (tree.sandbox === undefined) {
    return members.some(({ pid }) => pid === tree.root) ? tree.root : undefined;
  }
  const { supervisor } = tree.sandbox;
  return members.some(({ group }) => group === supervisor) ? supervisor : undefined;
}

/** The kernel ends a pid namespace with its first process, which dies with bubblewrap. */
async function endOfSandbox(tree: ProcessTree): Promise<void> {
  const deadline = performance.now() + KILL_MS;
  for (
    let pauseMs = 1;
    !hasSandboxEnded(tree) && performance.now() < deadline;
    pauseMs = Math.min(50, pauseMs * 2)
  ) {
    await delay(pauseMs);
  }
}

function killRoot(tree: ProcessTree): void {
  const root = readProcessStat(tree.root);
  if (root !== undefined && root.startTime === tree.startTime) sendSignal(root, 'SIGKILL');
}

function named(tree: ProcessTree, { pid, name }: ProcessStat): NamedProcess {
  const inner = tree.sandbox === undefined ? undefined : innerPid(pid);
  return { pid, name, innerPid: inner };
}

function key({ pid, startTime }: ProcessStat): string {
  return `${pid}:${startTime}`;
}
