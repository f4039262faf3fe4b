import { spawn, type ChildProcess } from 'node:child_process';
import { constants, openSync, statSync } from 'node:fs';
import { errorCode, errorText } from '@sluice/base';
import type { MemoryGroup } from '../cgroup/memory-group.ts';
import type { CommandRequest, SpawnFailureCode } from '../command.ts';
import { findShell, isExecutable } from '../find-shell.ts';
import { shutInherited } from './inherited-descriptors.ts';
import { CALL_VARIABLE } from '../identity/call-around.ts';
import { heldCommand, markedCommand, type ProcessMark } from '../identity/process-mark.ts';
import { tagEnvironment } from '../identity/process-tag.ts';
import type { OpenedSandbox } from '../sandbox/open-sandbox.ts';
import { NETWORK_SUPERVISOR_SCRIPT, SUPERVISOR_SCRIPT } from '../sandbox/supervisor.ts';

export interface SpawnFailure {
  readonly status: 'spawn-failed';
  readonly code: SpawnFailureCode;
  readonly message: string;
}

interface SpawnedCommand {
  readonly status: 'spawned';
  readonly child: ChildProcess;
  readonly pid: number;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW } = constants;

/** Opens the output file for appending, so that opening it a second time doesn't overwrite its content. */
export function openOutput(path: string): number | SpawnFailure {
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW, 0o600);
  } catch (error) {
    return failure('output-unwritable', `The output file can't be written: ${messageOf(error)}`);
  }
}

export function openInput(path: string): number | SpawnFailure {
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW);
  } catch (error) {
    return failure('input-unreadable', `The input file can't be read: ${messageOf(error)}`);
  }
}

/** Open files of a command: descriptors, or no input. */
export interface CommandFiles {
  readonly input: number | 'ignore';
  readonly output: number;
  readonly error: number;
}

/** How a command is identified, and where it runs. */
interface SpawnScope {
  readonly tag: string;
  readonly mark?: ProcessMark;
  readonly memory: MemoryGroup | undefined;
}

/** Starts the shell as leader of its own session, or bubblewrap as the leader with the shell inside. */
export function spawnCommand(
  request: CommandRequest,
  { tag, mark, memory }: SpawnScope,
  files: CommandFiles,
  sandbox: OpenedSandbox | undefined,
): SpawnedCommand | SpawnFailure {
  if (!isDirectory(request.cwd)) {
    return failure('cwd-missing', `The working directory ${request.cwd} does not exist.`);
  }
  const shell = request.shell ?? findShell();
  if (shell === undefined || !isExecutable(shell)) {
    return failure('shell-missing', `There is no shell at ${shell ?? '/bin/bash or /bin/sh'}.`);
  }
  let child: ChildProcess;
  try {
    const env = tagEnvironment(request.env ?? process.env, tag);
    // Nothing can hide in a sandbox.
    const isMarked = sandbox === undefined && mark !== undefined;
    const isUndecided = env[CALL_VARIABLE] === 'undecided';
    const text = isUndecided ? heldCommand(request.command) : request.command;
    const words = [shell, '-c', isMarked ? markedCommand(text, mark) : text];
    const streams = [files.input, files.output, files.error];
    child =
      sandbox === undefined
        ? spawn(...entering(memory, words), {
            cwd: request.cwd,
            env,
            stdio: shutInherited(streams),
            detached: true,
          })
        : spawn(
            ...entering(memory, [
              sandbox.program,
              ...sandbox.words,
              '/bin/sh',
              '-c',
              ...supervised(sandbox, words),
            ]),
            {
              env: { ...env, ...sandbox.environment },
              stdio: shutInherited([...streams, 'pipe', ...sandbox.descriptors]),
              detached: true,
            },
          );
  } catch (error) {
    return spawnError(error);
  }
  // Reports why the shell didn't start, which the missing pid already shows.
  child.on('error', () => {});
  if (child.pid === undefined) return failure('spawn-error', `${shell} could not be started.`);
  sandbox?.network?.attach(child);
  return { status: 'spawned', child, pid: child.pid };
}

/** Joins a group before anything else runs, because processes started earlier stay outside. */
const ENTER = 'echo 0 >"$1" || exit 126; shift; exec "$@"';

function entering(
  memory: MemoryGroup | undefined,
  [program = '', ...words]: readonly string[],
): [program: string, words: string[]] {
  if (memory === undefined) return [program, words];
  return ['/bin/sh', ['-c', ENTER, 'sh', memory.processesFile, program, ...words]];
}

/** Script, name and arguments of the shell that supervises the command. */
function supervised({ network }: OpenedSandbox, words: readonly string[]): readonly string[] {
  return network === undefined
    ? [SUPERVISOR_SCRIPT, 'sh', ...words]
    : [NETWORK_SUPERVISOR_SCRIPT, 'sh', ...network.words, ...words];
}

function spawnError(error: unknown): SpawnFailure {
  if (errorCode(error) === 'E2BIG') {
    return failure(
      'too-long',
      "The command and its environment exceed the system's limit for a program (128 KiB for the command).",
    );
  }
  return failure('spawn-error', `The shell could not be started: ${messageOf(error)}`);
}

function failure(code: SpawnFailureCode, message: string): SpawnFailure {
  return { status: 'spawn-failed', code, message };
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function messageOf(error: unknown): string {
  return errorText(error);
}
