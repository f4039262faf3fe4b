import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { errorText, shellWord } from '@sluice/base';
import { groupLater } from './cgroup/group-later.ts';
import { leaveCgroup } from './cgroup/leave-cgroup.ts';
import { LEFT_BEHIND_GRACE_MS, SETTLE_MS } from './end/end-limits.ts';
import { endTree } from './end/end-tree.ts';
import { findProgram } from './find-program.ts';
import { shutInherited } from './spawn/inherited-descriptors.ts';
import { markedProgram, type ProcessMark } from './identity/process-mark.ts';
import { tagEnvironment } from './identity/process-tag.ts';
import { createProcessTree } from './process-tree.ts';
import { recordSessions } from './session-recorder.ts';
import type { StoppingRegister } from './end/stopping.ts';

/** A long-running program to communicate with: no shell, no sandbox. */
export interface ProcessRequest {
  /** A path, or a name to look up in the `PATH` of `env`. */
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment; a session tag is added. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the directory to run in. */
  readonly cwd: string;
}

export interface EndProcessOptions {
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
}

export type ProcessExit =
  | { readonly status: 'exited'; readonly code: number }
  | { readonly status: 'signalled'; readonly signal: NodeJS.Signals };

export interface StartedProcess {
  readonly pid: number;
  /** Stream errors are ignored: what matters is that the process has exited. */
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the process has exited, before its descendants are ended. */
  readonly exited: Promise<ProcessExit>;
  /**
   * Closes its input, waits briefly (100 ms) for it to exit, then ends it and everything it started. Settles when none of that is left. May
   * be called more than once; never rejects.
   */
  end(options: EndProcessOptions): Promise<void>;
}

export type ProcessStart =
  | { readonly ok: true; readonly process: StartedProcess }
  | {
      readonly ok: false;
      readonly code: 'program-missing' | 'cwd-missing' | 'spawn-error' | 'session-disposed';
      /** A full sentence for the user. */
      readonly message: string;
    };

/** What a process needs from its session. */
interface ProcessScope {
  readonly tag: string;
  readonly mark: ProcessMark;
  readonly onSession: (session: number) => void;
  readonly onCgroup: (directory: string, isThere: boolean) => void;
  readonly stopping: StoppingRegister;
  /** Called once, when nothing is left of it. `sessions`: those in which it may have had processes. */
  readonly onEnded: (sessions: ReadonlySet<number>) => void;
}

/** Starts a program whose whole tree ends with it, with the session, or if this program is killed. Never throws. */
export function startProcess(request: ProcessRequest, scope: ProcessScope): ProcessStart {
  const { command, args, cwd } = request;
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() !== true)
    return { ok: false, code: 'cwd-missing', message: `The working directory ${cwd} does not exist.` };
  const program = findProgram(command, request.env['PATH'], cwd);
  if (program === undefined)
    return { ok: false, code: 'program-missing', message: missingProgram(command, cwd) };
  try {
    const child = spawn(...markedProgram([program, ...args], scope.mark), {
      cwd,
      env: tagEnvironment(request.env, scope.tag),
      stdio: shutInherited<'pipe'>(['pipe', 'pipe', 'pipe']),
      detached: true,
    });
    // A missing pid says the same.
    child.on('error', () => {});
    return followed(child, program, scope);
  } catch (error) {
    return spawnError(program, errorText(error));
  }
}

/** Why there is no such program, and how to fix it. */
function missingProgram(command: string, cwd: string): string {
  const quoted = JSON.stringify(command);
  if (!command.includes('/')) return `${quoted} is not on the PATH. Install it, or give its whole path.`;
  const found = statSync(resolve(cwd, command), { throwIfNoEntry: false });
  if (found === undefined) return `There is no file ${quoted} (looked up from ${cwd}).`;
  if (!found.isFile()) return `${quoted} is not a file. Give the path of a program.`;
  return `${quoted} is not executable. Run: chmod +x ${shellWord(resolve(cwd, command))}`;
}

function spawnError(program: string, reason: string): ProcessStart {
  return { ok: false, code: 'spawn-error', message: `${program} could not be started: ${reason}.` };
}

function followed(child: ChildProcess, program: string, scope: ProcessScope): ProcessStart {
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || stdin === null || stdout === null || stderr === null)
    return spawnError(program, 'the system refused to start it');
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  const tree = createProcessTree(pid, scope, false);
  const stopRecording = recordSessions(tree, scope.onSession);
  const stopGrouping = groupLater(tree, (directory) => scope.onCgroup(directory, true));

  let ending: Promise<void> | undefined;
  const stoppable = scope.stopping.open(() => ending !== undefined);

  const { promise: exited, resolve } = Promise.withResolvers<ProcessExit>();
  child.once('exit', (code, signal) => {
    resolve(signal === null ? { status: 'exited', code: code ?? 0 } : { status: 'signalled', signal });
  });

  const endAll = async (graceMs: number): Promise<void> => {
    stdin.end();
    stopRecording();
    stopGrouping();
    // Most programs exit when their input ends. Looking for what they leave behind, at every process of the machine, comes once.
    const startedAt = performance.now();
    await untilExited(exited, SETTLE_MS, stoppable.killed);
    const { remaining } = await endTree(tree, {
      settleMs: Math.max(0, SETTLE_MS - (performance.now() - startedAt)),
      graceMs,
      firstLook: 'soon',
      keep: [],
      stoppable,
    });
    stoppable.close();
    leaveCgroup(tree, (directory) => scope.onCgroup(directory, false));
    // A process that could not be ended may hold the streams open. If all have ended, the last output may still be unread.
    if (remaining.length > 0) for (const stream of [stdin, stdout, stderr]) stream.destroy();
    scope.onEnded(remaining.length === 0 ? tree.sessions : new Set());
  };
  const end = (graceMs: number): Promise<void> => (ending ??= endAll(graceMs));
  void exited.then(() => end(LEFT_BEHIND_GRACE_MS));
  return {
    ok: true,
    process: { pid, stdin, stdout, stderr, exited, end: ({ graceMs }) => end(graceMs) },
  };
}

async function untilExited(exited: Promise<unknown>, limitMs: number, killed: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onKill = (): void => resolve();
  const timer = setTimeout(resolve, killed.aborted ? 0 : limitMs);
  killed.addEventListener('abort', onKill);
  await Promise.race([exited, promise]);
  killed.removeEventListener('abort', onKill);
  clearTimeout(timer);
}
