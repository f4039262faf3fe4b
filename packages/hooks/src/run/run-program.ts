import { closeSync, statSync } from 'node:fs';
import { MAX_ANSWER_BYTES } from '../hook-limits.ts';
import { errorText, MAX_TIMER_MS, present } from '@sluice/base';
import type { HookOutput } from '@sluice/core';
import {
  openAnonymousFile,
  readHead,
  readTail,
  writeWhole,
  type CommandEnd,
  type ProcessSession,
} from '@sluice/process';
import { fillPlaceholders } from './hook-environment.ts';
import type { CommandHandler } from '../read/hook-handler.ts';
import { afterRelease, waitForRelease, type Release } from './wait-for-release.ts';
import { watchOutput } from './watch-output.ts';

interface ProgramRequest {
  readonly handler: CommandHandler;
  /** Text for its standard input. */
  readonly input: string;
  /** Where to run: the first of these that is a directory. */
  readonly directories: readonly (string | undefined)[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  readonly signal: AbortSignal | undefined;
  /** Called with its output, once it has run for a second. Must not throw. */
  readonly onOutput?: (output: HookOutput) => void;
}

type ProgramEnd =
  | Extract<CommandEnd, { status: 'exited' | 'signalled' | 'timed-out' | 'output-limit' }>
  | { readonly status: 'cancelled' }
  | { readonly status: 'not-started'; readonly message: string };

export interface ProgramRun {
  readonly end: ProgramEnd;
  readonly stdout: string;
  readonly stderr: string;
  /** It continues in the background: its eventual result. */
  readonly later?: Promise<ProgramRun>;
}

/** Between SIGTERM and SIGKILL for a hook of the end that takes too long: the user who ended the session waits. */
const END_GRACE_MS = 500;

/** More of standard error than is ever shown. */
const MAX_ERROR_BYTES = 64 * 1024;

/** The result of a program that continues in the background: it no longer decides anything. */
const RELEASED: ProgramRun = { end: { status: 'exited', code: 0 }, stdout: '', stderr: '' };

/**
 * Runs a hook's program until it exits, or until it says that it continues in the background. Input and outputs are files rather than
 * pipes, so that a program works if it doesn't read its input, opens /dev/stdin or /dev/stderr by name, or has a daemon that keeps its
 * outputs open. They have no names: a hook's output decides what runs, so no command may access it.
 */
export async function runProgram(
  request: ProgramRequest,
  processes: Pick<ProcessSession, 'run'>,
): Promise<ProgramRun> {
  const { signal } = request;
  if (signal?.aborted === true) return { ...RELEASED, end: { status: 'cancelled' } };
  let files: ProgramFiles;
  try {
    files = openFiles(request.input);
  } catch (error) {
    return notStarted(error);
  }
  const stop = new AbortController();
  const forward = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  const watch = waitForRelease(files.output);
  const { onOutput } = request;
  const unwatch = onOutput === undefined ? undefined : watchOutput(() => tailsOf(files), onOutput);
  const ended = runWith(files, { ...request, signal: stop.signal }, processes)
    .catch(notStarted)
    .then((run) => {
      watch.stop();
      unwatch?.();
      close(files);
      return run;
    });
  try {
    const released = (release?: Release): ProgramRun => {
      unwatch?.();
      const timeoutMs = release?.timeoutMs;
      return { ...RELEASED, later: timeoutMs === undefined ? ended : endWithin(ended, timeoutMs, stop) };
    };
    const run = await Promise.race([ended, watch.released.then(released)]);
    // It may have ended before the first check.
    return afterRelease(run.stdout) === undefined ? run : released();
  } finally {
    // A program in the background doesn't end with the call.
    signal?.removeEventListener('abort', forward);
  }
}

/** A background program that has set its own timeout. */
async function endWithin(
  ended: Promise<ProgramRun>,
  timeoutMs: number,
  stop: AbortController,
): Promise<ProgramRun> {
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      stop.abort();
    },
    Math.min(timeoutMs, MAX_TIMER_MS),
  );
  const run = await ended;
  clearTimeout(timer);
  const wasStopped = isLate && run.end.status === 'cancelled';
  return wasStopped ? { ...run, end: { status: 'timed-out', afterMs: timeoutMs } } : run;
}

/** Descriptors. */
interface ProgramFiles {
  readonly input: number;
  readonly output: number;
  readonly error: number;
}

function openFiles(input: string): ProgramFiles {
  const open: number[] = [];
  const opened = (writing: 'append' | 'anywhere'): number => {
    const file = openAnonymousFile(writing);
    open.push(file);
    return file;
  };
  try {
    const files = { input: opened('anywhere'), output: opened('append'), error: opened('append') };
    writeWhole(files.input, Buffer.from(input));
    return files;
  } catch (error) {
    for (const file of open) closeSync(file);
    throw error;
  }
}

function close({ input, output, error }: ProgramFiles): void {
  for (const file of [input, output, error]) closeSync(file);
}

/** As much of each output as users see of a running hook. */
const TAIL_BYTES = 2000;

function tailsOf({ output, error }: ProgramFiles): HookOutput {
  return {
    stdout: readOr(() => readTail(output, TAIL_BYTES)),
    stderr: readOr(() => readTail(error, TAIL_BYTES)),
  };
}

/** Unreadable output is empty; the exit status still applies. */
function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function notStarted(error: unknown): ProgramRun {
  const message = errorText(error);
  return { end: { status: 'not-started', message }, stdout: '', stderr: '' };
}

async function runWith(
  files: ProgramFiles,
  { handler, directories, env, projectRoot, signal }: ProgramRequest,
  processes: Pick<ProcessSession, 'run'>,
): Promise<ProgramRun> {
  const { end, outputBytes } = await processes.run({
    command: commandText(handler, projectRoot),
    shell: handler.shell === 'sh' || handler.args !== undefined ? '/bin/sh' : undefined,
    cwd: directories.find((path) => path !== undefined && isDirectory(path)) ?? '/',
    env,
    inputPath: files.input,
    outputPath: files.output,
    errorPath: files.error,
    signal,
    timeoutMs: handler.timeoutMs,
    ...present({ graceMs: handler.event === 'SessionEnd' ? END_GRACE_MS : undefined }),
    maxOutputBytes: MAX_ANSWER_BYTES,
    leftBehind: 'keep',
  });
  switch (end.status) {
    case 'spawn-failed':
      return { end: { status: 'not-started', message: end.message }, stdout: '', stderr: '' };
    default: {
      const isTooMuch = outputBytes > MAX_ANSWER_BYTES;
      return {
        end:
          isTooMuch && end.status !== 'cancelled'
            ? { status: 'output-limit', limitBytes: MAX_ANSWER_BYTES }
            : end,
        stdout: isTooMuch ? '' : readOr(() => readHead(files.output, MAX_ANSWER_BYTES)),
        stderr: readOr(() => readHead(files.error, MAX_ERROR_BYTES)),
      };
    }
  }
}

/** The exec form is a shell's `exec`, which reports a missing program the way shells do. */
function commandText({ command, args }: CommandHandler, projectRoot: string): string {
  if (args === undefined) return command;
  const words = [command, ...args].map((word) => quote(fillPlaceholders(word, projectRoot)));
  return `exec ${words.join(' ')}`;
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
