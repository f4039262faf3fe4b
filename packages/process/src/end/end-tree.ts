import { setTimeout as delay } from 'node:timers/promises';
import type { NamedProcess } from '../command.ts';
import { KILL_MS, REPORT_ANY_MS, REPORT_MS } from './end-limits.ts';
import { innerPid } from '../identity/inner-pid.ts';
import { programName } from '../identity/program-name.ts';
import { keptProcesses } from './kept-processes.ts';
import { outlivesSignal } from './outlives-signal.ts';
import { readProcessStat, type ProcessStat } from '../identity/process-stat.ts';
import { findTree, findTreeSoon, hasSandboxEnded, type ProcessTree } from '../process-tree.ts';
import { sendGroupSignal, sendSignal } from './send-signal.ts';
import type { Stoppable } from './stopping.ts';

interface EndTreeOptions {
  /** Milliseconds to end on its own; 0 to stop the command right away. */
  readonly settleMs: number;
  /** Milliseconds between SIGTERM and SIGKILL. The figures are in `end-limits.ts`. */
  readonly graceMs: number;
  /** `soon`: this look and all others are shared with other trees that end at the same time. */
  readonly firstLook: 'all' | 'later-pids' | 'soon';
  /** Programs to leave running; has no effect in a sandbox. */
  readonly keep: readonly string[];
  /** Is told what still runs after SIGTERM, and may say that it is killed. */
  readonly stoppable: Stoppable;
  /** Settles when the root process exits; the others are then checked right away. Default: it has exited. */
  readonly exit?: Promise<unknown> | undefined;
  /** Processes that are never reported. Default: none. */
  readonly isHelper?: ((process: NamedProcess) => boolean) | undefined;
}

interface EndedTree {
  readonly stopped: readonly NamedProcess[];
  readonly kept: readonly ProcessStat[];
  readonly remaining: readonly NamedProcess[];
}

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
  const toEnd = (members: readonly ProcessStat[]): readonly ProcessStat[] => {
    kept = keptProcesses(members, names);
    return kept.length === 0 ? members : members.filter((member) => !kept.includes(member));
  };
  const { firstLook } = options;
  const look = async (): Promise<readonly ProcessStat[]> =>
    toEnd(firstLook === 'soon' ? await findTreeSoon(tree) : findTree(tree, 'all'));
  let left = firstLook === 'later-pids' ? toEnd(findTree(tree, firstLook)) : await look();
  if (left.length === 0) return { stopped: [], kept, remaining: [] };
  const stopped = new Map<string, NamedProcess>();
  const { killed } = options.stoppable;
  const exited = new AbortController();
  void options.exit?.then(() => exited.abort());
  const phases: readonly Phase[] = [
    { forMs: options.settleMs, act: () => {}, until: killed },
    { forMs: options.graceMs, act: terminateNew(tree, stopped, options), until: killed },
    { forMs: KILL_MS, act: killAll(tree, stopped, () => kept.length === 0) },
  ];
  // Each look at all processes takes milliseconds on a busy machine: without time to end, what the first one finds is signaled right away.
  let isFresh = options.settleMs <= 0;
  for (const phase of phases) {
    if (phase.forMs <= 0) continue;
    left = await actUntilEmpty(isFresh ? left : await look(), look, phase, exited.signal);
    isFresh = false;
    options.stoppable.report([]);
    if (left.length === 0) break;
  }
  return {
    stopped: [...stopped.values()],
    kept,
    remaining: left.filter(({ pid }) => pid !== tree.root).map((one) => named(tree, one)),
  };
}

interface Phase {
  readonly forMs: number;
  readonly act: (members: readonly ProcessStat[]) => void;
  /** Ends the phase early. */
  readonly until?: AbortSignal;
}

/** @param exited aborted: the root has ended, and so may have all others */
async function actUntilEmpty(
  first: readonly ProcessStat[],
  look: () => Promise<readonly ProcessStat[]>,
  { forMs, act, until }: Phase,
  exited: AbortSignal,
): Promise<readonly ProcessStat[]> {
  const deadline = performance.now() + forMs;
  let members = first;
  for (let pauseMs = 5; ; pauseMs = Math.min(100, pauseMs * 2)) {
    const leftMs = deadline - performance.now();
    if (members.length === 0 || leftMs <= 0 || until?.aborted === true) return members;
    act(members);
    const wakers = until === undefined ? [exited] : [until, exited];
    await pause(
      Math.min(pauseMs, leftMs),
      wakers.filter((signal) => !signal.aborted),
    );
    members = await look();
  }
}

async function pause(ms: number, wakers: readonly AbortSignal[]): Promise<void> {
  try {
    await delay(ms, undefined, { signal: AbortSignal.any([...wakers]) });
  } catch {
    // The pause is over.
  }
}

/** Signals each process once: for many programs, a second SIGTERM means to quit without finishing. */
function terminateNew(
  tree: ProcessTree,
  stopped: Map<string, NamedProcess>,
  { stoppable, isHelper = () => false }: EndTreeOptions,
) {
  const asked = new Map<string, number>();
  return (members: readonly ProcessStat[]): void => {
    const now = performance.now();
    const fresh = members.filter((member) => !asked.has(key(member)));
    for (const member of fresh) asked.set(key(member), now);
    signalAll(tree, fresh, 'SIGTERM', stopped);
    const late = members.filter((member) => isLate(member, now - (asked.get(key(member)) ?? now)));
    const shown = late
      .map((member) => ({ member, process: named(tree, member) }))
      .filter(({ process }) => !isHelper(process));
    // The shell waits for what it has started.
    const others = shown.filter(({ member }) => !isShell(tree, member));
    stoppable.report((others.length > 0 ? others : shown).map(({ process }) => process));
  };
}

function isShell({ root, sandbox }: ProcessTree, { pid, parent }: ProcessStat): boolean {
  return sandbox === undefined ? pid === root : parent === sandbox.supervisor;
}

function isLate(member: ProcessStat, sinceMs: number): boolean {
  return sinceMs >= REPORT_ANY_MS || (sinceMs >= REPORT_MS && outlivesSignal(member));
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

function named(tree: ProcessTree, process: ProcessStat): NamedProcess {
  const { pid } = process;
  const inner = tree.sandbox === undefined ? undefined : innerPid(pid);
  return { pid, name: programName(process), innerPid: inner };
}

function key({ pid, startTime }: ProcessStat): string {
  return `${pid}:${startTime}`;
}
