import { fstatSync } from 'node:fs';
import { groupLater } from './cgroup/group-later.ts';
import { leaveCgroup } from './cgroup/leave-cgroup.ts';
import type { MemoryGroup, OpenedMemoryGroup } from './cgroup/memory-group.ts';
import type { CommandEnd, CommandRequest, CommandResult } from './command.ts';
import { denialsOf } from './outcome/denials-of.ts';
import { DEFAULT_GRACE_MS, SETTLE_MS } from './end/end-limits.ts';
import { endTree } from './end/end-tree.ts';
import { exitOf } from './outcome/exit-of.ts';
import { nothingRan } from './outcome/nothing-ran.ts';
import { openFiles } from './spawn/open-files.ts';
import { prepareSandbox } from './spawn/prepare-sandbox.ts';
import type { ProcessMark } from './identity/process-mark.ts';
import { programName } from './identity/program-name.ts';
import { createProcessTree, type ProcessTree } from './process-tree.ts';
import type { OpenedSandbox } from './sandbox/open-sandbox.ts';
import { recordSessions } from './session-recorder.ts';
import { spawnCommand } from './spawn/spawn-command.ts';
import { StoppingRegister } from './end/stopping.ts';
import { watchForStop } from './end/stop-watch.ts';
import { withMemoryLimit } from './spawn/with-memory-limit.ts';

/** What a command needs from its session. */
export interface CommandScope {
  /** Identifies the command in the environment of all its processes. */
  readonly tag: string;
  /** The mark of all its processes, without a sandbox. Default: none. */
  readonly mark?: ProcessMark;
  /** Called with each session that the command's processes create, until the tree has ended. Must not throw. */
  readonly onSession: (session: number) => void;
  /** Called with each session in which something keeps running. Must not throw. */
  readonly onKept?: (session: number) => void;
  /** Called with directories that exist only while the command runs, and again when they are gone. Must not throw. */
  readonly onPlaceholders?: (paths: readonly string[], areThere: boolean) => void;
  /** Called with a control group that must end with the session, and again when it is gone. Must not throw. */
  readonly onCgroup?: (directory: string, isThere: boolean) => void;
  /** The group for commands with a memory limit; called only for those. Must not throw. Default: none. */
  readonly memoryGroup?: (limitBytes: number) => OpenedMemoryGroup;
  /** Ends the command with the session. */
  readonly signal?: AbortSignal;
  /** Absolute path of bubblewrap. Default: the usual places. */
  readonly sandboxProgram?: string;
  /** Who may say that the command is killed. Default: no one. */
  readonly stopping?: StoppingRegister;
}

/** A command this short can't have used up all pids, so anything before it isn't its own. */
const PID_REUSE_MS = 1_000;

/**
 * Runs a shell command until its shell exits, without waiting for the end of its output, then ends whatever it left behind. Settles when no
 * process of the command is left (or can be ended). Never rejects.
 */
export async function runCommand(request: CommandRequest, scope: CommandScope): Promise<CommandResult> {
  const open = scope.memoryGroup ?? (() => ({ ok: false, reason: 'This session has no limit.' }) as const);
  return withMemoryLimit(request, open, (memory) => runIn(request, { ...scope, memory }));
}

interface RunScope extends CommandScope {
  readonly memory: MemoryGroup | undefined;
}

async function runIn(request: CommandRequest, scope: RunScope): Promise<CommandResult> {
  const startedAt = performance.now();
  const { sandbox: profile } = request;
  if (profile === undefined) return runOnce(request, scope, undefined, startedAt);
  const sandbox = await prepareSandbox(request, profile, scope.sandboxProgram);
  if (sandbox.status === 'refused') return runWithout(request, scope, sandbox.reason, startedAt);
  scope.onPlaceholders?.(sandbox.placeholders, true);
  try {
    const result = await runOnce(request, scope, sandbox, startedAt);
    if (!hasSandboxFailed(result.end)) return withPutAside(result, sandbox.putAside());
    // Nothing has run yet: bubblewrap starts the command only once everything is in place.
    return await runWithout(request, scope, result.end.message, startedAt);
  } finally {
    sandbox.close();
    scope.onPlaceholders?.(sandbox.placeholders, false);
  }
}

function withPutAside(result: CommandResult, paths: readonly string[]): CommandResult {
  const denials = paths.map((path) => ({ type: 'write', path }) as const);
  return denials.length === 0 ? result : { ...result, denials: [...result.denials, ...denials] };
}

async function runWithout(
  request: CommandRequest,
  scope: RunScope,
  reason: string,
  startedAt: number,
): Promise<CommandResult> {
  if (request.isSandboxExtra === true) return runOnce(request, scope, undefined, startedAt);
  const use = { sandbox: 'unavailable', sandboxProblem: reason } as const;
  if (request.needsSandbox !== true)
    return { ...(await runOnce(request, scope, undefined, startedAt)), ...use };
  const message = `It may run only in a sandbox, and none is available. ${reason}`;
  return {
    ...nothingRan({ status: 'spawn-failed', code: 'sandbox-unavailable', message }, startedAt),
    ...use,
  };
}

async function runOnce(
  request: CommandRequest,
  scope: RunScope,
  sandbox: OpenedSandbox | undefined,
  startedAt: number,
): Promise<CommandResult> {
  const signals = [request.signal, scope.signal].filter((signal) => signal !== undefined);
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) return nothingRan({ status: 'cancelled', reason: aborted.reason }, startedAt);
  const opened = openFiles(request);
  if ('status' in opened) return nothingRan(opened, startedAt);
  const { files, close } = opened;
  const outputs = [...new Set([files.output, files.error])];
  const readBytes = (): number => outputs.reduce((bytes, file) => bytes + fstatSync(file).size, 0);
  let isOver = false;
  const stoppable = (scope.stopping ?? new StoppingRegister()).open(
    () => isOver || signals.some((signal) => signal.aborted),
    request.onStopping,
  );
  try {
    const spawned = spawnCommand(request, scope, files, sandbox);
    if (spawned.status === 'spawn-failed') return nothingRan(spawned, startedAt);
    const tree = createProcessTree(spawned.pid, scope, sandbox !== undefined);

    const watch = watchForStop(request, signals, readBytes);
    const stopRecording = recordSessions(tree, scope.onSession);
    // A pid namespace needs no group, and processes that outlive the command must not be in one that ends with it.
    const needsGroup = sandbox === undefined && request.leftBehind !== 'keep';
    const stopGrouping = needsGroup ? groupOf(tree, scope) : undefined;
    const exit = exitOf(spawned.child, request, sandbox !== undefined);
    const end = await Promise.race([exit, watch.reason]);
    watch.release();
    stopRecording();
    stopGrouping?.();

    isOver = true;
    const hasExited = end.status === 'exited' || end.status === 'signalled';
    if (hasExited && request.leftBehind === 'keep' && sandbox === undefined) {
      return { ...nothingRan(end, startedAt), outputBytes: readBytes() };
    }
    const isShort = performance.now() - startedAt < PID_REUSE_MS;
    const { stopped, kept, remaining } = await endTree(tree, {
      settleMs: hasExited ? (request.settleMs ?? SETTLE_MS) : 0,
      graceMs: request.graceMs ?? DEFAULT_GRACE_MS,
      firstLook: isShort ? 'later-pids' : 'all',
      keep: request.keep ?? [],
      stoppable,
      exit: hasExited ? undefined : exit,
      isHelper: request.isHelper,
    });
    const keptPids = kept.map(({ pid }) => pid);
    leaveCgroup(tree, (directory) => scope.onCgroup?.(directory, false), keptPids);
    for (const session of new Set(kept.map((one) => one.session))) scope.onKept?.(session);
    return {
      end,
      sandbox: sandbox === undefined ? 'not-applicable' : 'enforced',
      denials:
        sandbox === undefined ? [] : [...(sandbox.network?.denials() ?? []), ...denialsOf(request, end)],
      outputBytes: readBytes(),
      stopped,
      kept: kept.map((one) => ({ pid: one.pid, name: programName(one) })),
      remaining,
      durationMs: performance.now() - startedAt,
    };
  } finally {
    stoppable.close();
    close();
  }
}

function groupOf(tree: ProcessTree, { memory, onCgroup }: RunScope): () => void {
  const above = memory?.holdsCommandGroups === true ? memory.directory : undefined;
  return groupLater(tree, (path) => onCgroup?.(path, true), above);
}

function hasSandboxFailed(end: CommandEnd): end is Extract<CommandEnd, { readonly status: 'spawn-failed' }> {
  return end.status === 'spawn-failed' && end.code === 'sandbox-unavailable';
}
