import type { CommandCgroup } from './cgroup/command-cgroup.ts';
import { listPids } from './identity/list-pids.ts';
import { innerPid } from './identity/inner-pid.ts';
import { pidsSince } from './identity/pids-since.ts';
import { nextLook, ProcessLook } from './identity/process-look.ts';
import { bearsMark, type ProcessMark } from './identity/process-mark.ts';
import { hasEnded, readProcessStat, type ProcessStat } from './identity/process-stat.ts';

/** What is known about the processes of one command. */
export interface ProcessTree {
  /** The shell: leader of its own session and group. */
  readonly root: number;
  /** Nothing older belongs to the tree. */
  readonly startTime: number;
  /** Present in the environment of every process that hasn't cleared it. */
  readonly tag: string;
  /** Present on every process that hasn't reset it; undefined: on none. */
  readonly mark: ProcessMark | undefined;
  /** Sessions created by processes of the tree; grows with every scan. */
  readonly sessions: Set<number>;
  /** Contains the tree of a command that has run for a while; see `groupLater`. */
  cgroup: CommandCgroup | undefined;
  /** Living processes that carry neither tag nor mark, by pid, with their start times: both are inherited, so they never will. */
  readonly strangers: Map<number, number>;
  /** For a command in a sandbox, whose root is bubblewrap; found by a scan. */
  readonly sandbox: SandboxProcesses | undefined;
}

/** Processes that run the sandbox and don't belong to the command. */
interface SandboxProcesses {
  /** The first process of the namespace, which adopts orphans. */
  first: number | undefined;
  /** Started the shell, and leads its group. */
  supervisor: number | undefined;
}

/** The tree of a process that was just started. */
export function createProcessTree(
  root: number,
  { tag, mark }: { readonly tag: string; readonly mark?: ProcessMark },
  isSandboxed: boolean,
): ProcessTree {
  const startTime = readProcessStat(root)?.startTime ?? 0;
  const sandbox = isSandboxed ? { first: undefined, supervisor: undefined } : undefined;
  const sessions = new Set([root]);
  return { root, startTime, tag, mark, sessions, cgroup: undefined, strangers: new Map(), sandbox };
}

const KERNEL_THREADS = 2;
const MAX_LOOKS = 8;

/**
 * The living processes of a tree, including the shell: by control group, session, parent, tag and mark. Excludes processes that run the
 * sandbox. If a process changed during the scan (gone, ended, or without an environment since the listing), the scan may have missed its
 * child, and is repeated.
 */
export function findTree(tree: ProcessTree, scope: 'all' | 'later-pids'): readonly ProcessStat[] {
  const met = new Set<number>();
  for (let look = 1; ; look += 1) {
    const known = met.size;
    const pids = scope === 'all' ? listPids() : pidsSince(tree.root);
    const found = lookOnce(tree, new ProcessLook(pids), met);
    if (found.length > 0 || met.size === known || look === MAX_LOOKS) return found;
  }
}

/** As `findTree` with `all`, but soon, and with looks that all share who ask at the same time. */
export async function findTreeSoon(tree: ProcessTree): Promise<readonly ProcessStat[]> {
  const met = new Set<number>();
  for (let look = 1; ; look += 1) {
    const known = met.size;
    const found = lookOnce(tree, await nextLook(), met);
    if (found.length > 0 || met.size === known || look === MAX_LOOKS) return found;
  }
}

/** Whether a sandbox has ended: its first process remains, in some state, until the kernel has ended all others. */
export function hasSandboxEnded(tree: ProcessTree): boolean {
  const first = tree.sandbox?.first;
  if (first === undefined) return membersIn(tree, new ProcessLook(listPids()), new Set()).length === 0;
  const stat = readProcessStat(first);
  return stat === undefined || hasEnded(stat) || stat.startTime < tree.startTime;
}

function lookOnce(tree: ProcessTree, look: ProcessLook, met: Set<number>): readonly ProcessStat[] {
  const all = membersIn(tree, look, met);
  return tree.sandbox === undefined ? all : withoutSandbox(tree.root, tree.sandbox, all);
}

function membersIn(tree: ProcessTree, look: ProcessLook, met: Set<number>): ProcessStat[] {
  const members = new Map<number, ProcessStat>();
  const others: ProcessStat[] = [];
  const grouped = new Set(tree.cgroup?.pids());
  // In a sandbox, all descend from its root, because its first process adopts every orphan.
  const mayHide = tree.sandbox === undefined;
  for (const pid of look.pids) {
    const stat = look.stat(pid);
    if (stat === undefined) met.add(pid);
    else if (stat.startTime < tree.startTime || stat.parent === KERNEL_THREADS) continue;
    else if (hasEnded(stat)) met.add(pid);
    else if (isMember(tree, stat, grouped) || (mayHide && isMarked(tree, stat, look, met))) {
      members.set(pid, stat);
    } else others.push(stat);
  }
  addDescendants(members, others);
  for (const { session } of members.values()) tree.sessions.add(session);
  return [...members.values()];
}

function isMember(tree: ProcessTree, { pid, session }: ProcessStat, grouped: ReadonlySet<number>): boolean {
  return pid === tree.root || grouped.has(pid) || tree.sessions.has(session);
}

function isMarked(
  { tag, mark, strangers }: ProcessTree,
  { pid, startTime }: ProcessStat,
  look: ProcessLook,
  met: Set<number>,
): boolean {
  if (strangers.get(pid) === startTime) return false;
  const environment = look.environment(pid);
  // While a program is being replaced by another one, its environment is empty.
  const isKnown = environment !== undefined && environment.length > 0;
  if (!isKnown) met.add(pid);
  const isTagged = environment?.includes(tag) === true;
  if (isTagged || (mark !== undefined && bearsMark(pid, mark, (one) => look.limits(one)))) return true;
  if (isKnown) strangers.set(pid, startTime);
  return false;
}

function addDescendants(members: Map<number, ProcessStat>, others: readonly ProcessStat[]): void {
  for (let size = -1; size !== members.size;) {
    size = members.size;
    for (const stat of others) if (members.has(stat.parent)) members.set(stat.pid, stat);
  }
}

function withoutSandbox(
  root: number,
  sandbox: SandboxProcesses,
  members: readonly ProcessStat[],
): readonly ProcessStat[] {
  sandbox.first ??= members.find(({ parent }) => parent === root)?.pid;
  sandbox.supervisor ??= members.find(
    ({ pid, parent }) => parent === sandbox.first && innerPid(pid) === 2,
  )?.pid;
  return members.filter(({ pid }) => pid !== root && pid !== sandbox.first && pid !== sandbox.supervisor);
}
