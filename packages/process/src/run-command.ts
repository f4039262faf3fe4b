import type { ChildProcess } from 'node:child_process';
import { closeSync, fstatSync } from 'node:fs';
import type { CommandEnd, CommandRequest, CommandResult } from './command.ts';
import { endTree } from './end-tree.ts';
import { listPids } from './list-pids.ts';
import { readProcessStat } from './process-stat.ts';
import type { ProcessTree } from './process-tree.ts';
import { recordSessions } from './session-recorder.ts';
import {
  openInput,
  openOutput,
  spawnCommand,
  type CommandFiles,
  type SpawnFailure,
} from './spawn-command.ts';
import { watchForStop } from './stop-watch.ts';

/** What a command needs of the session that it runs in. */
export interface CommandScope {
  /** Names the command in the environment of all its processes. */
  readonly tag: string;
  /** Told of each session that the command's processes have made, until the tree has ended. Must not throw. */
  readonly onSession: (session: number) => void;
  /** Ends the command with the session. */
  readonly signal?: AbortSignal;
}

const DEFAULT_GRACE_MS = 2_000;
const DEFAULT_SETTLE_MS = 100;
/** A command this short can't have used up all pids, so one that was taken before it is none of its own. */
const PID_REUSE_MS = 1_000;

/**
 * Runs a shell command to the exit of its shell, never waiting for the end of an output, then ends whatever it left
 * behind. Settles when no process of the command is left (or can be ended). Never rejects.
 */
export async function runCommand(request: CommandRequest, scope: CommandScope): Promise<CommandResult> {
  const startedAt = performance.now();
  const signals = [request.signal, scope.signal].filter((signal) => signal !== undefined);
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) return nothingRan({ status: 'cancelled', reason: aborted.reason }, startedAt);
  const opened = openFiles(request);
  if ('status' in opened) return nothingRan(opened, startedAt);
  const { files, close } = opened;
  const outputs = [...new Set([files.output, files.error])];
  const readBytes = (): number => outputs.reduce((bytes, file) => bytes + fstatSync(file).size, 0);
  try {
    const earlierPids = new Set(listPids());
    const spawned = spawnCommand(request, scope.tag, files);
    if (spawned.status === 'spawn-failed') return nothingRan(spawned, startedAt);
    const tree = treeOf(spawned.pid, scope.tag, earlierPids);

    const watch = watchForStop(request, signals, readBytes);
    const stopRecording = recordSessions(tree, scope.onSession);
    const end = await Promise.race([exitOf(spawned.child), watch.reason]);
    watch.release();
    stopRecording();

    const hasExited = end.status === 'exited' || end.status === 'signalled';
    if (hasExited && request.leftBehind === 'keep') {
      return {
        end,
        outputBytes: readBytes(),
        stopped: [],
        remaining: [],
        durationMs: performance.now() - startedAt,
      };
    }
    const isShort = performance.now() - startedAt < PID_REUSE_MS;
    const { stopped, remaining } = await endTree(tree, {
      settleMs: hasExited ? (request.settleMs ?? DEFAULT_SETTLE_MS) : 0,
      graceMs: request.graceMs ?? DEFAULT_GRACE_MS,
      firstLook: isShort ? 'later-pids' : 'all',
    });
    return { end, outputBytes: readBytes(), stopped, remaining, durationMs: performance.now() - startedAt };
  } finally {
    close();
  }
}

/** Each file of the command opened, and how to close them all. */
function openFiles(
  request: CommandRequest,
): { readonly files: CommandFiles; readonly close: () => void } | SpawnFailure {
  const open: number[] = [];
  const close = (): void => {
    for (const file of open) closeSync(file);
  };
  const keep = (file: number | SpawnFailure): number | SpawnFailure => {
    if (typeof file === 'number') open.push(file);
    else close();
    return file;
  };
  const output = keep(openOutput(request.outputPath));
  if (typeof output !== 'number') return output;
  const error = request.errorPath === undefined ? output : keep(openOutput(request.errorPath));
  if (typeof error !== 'number') return error;
  const input = request.inputPath === undefined ? 'ignore' : keep(openInput(request.inputPath));
  if (typeof input === 'object') return input;
  return { files: { input, output, error }, close };
}

function treeOf(root: number, tag: string, earlierPids: ReadonlySet<number>): ProcessTree {
  const startTime = readProcessStat(root)?.startTime ?? 0;
  return { root, startTime, tag, sessions: new Set([root]), earlierPids };
}

function exitOf(child: ChildProcess): Promise<CommandEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { status: 'exited', code: code ?? 0 } : { status: 'signalled', signal });
    });
  });
}

function nothingRan(end: CommandEnd, startedAt: number): CommandResult {
  return { end, outputBytes: 0, stopped: [], remaining: [], durationMs: performance.now() - startedAt };
}
