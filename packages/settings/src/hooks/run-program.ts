import { statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HookOutput } from '@sluice/core';
import { readHead, readTail, type CommandEnd, type ProcessSession } from '@sluice/process';
import { fillPlaceholders } from './hook-environment.ts';
import type { CommandHandler } from './hook-handler.ts';
import { afterRelease, waitForRelease, type Release } from './wait-for-release.ts';
import { watchOutput } from './watch-output.ts';

export interface ProgramRequest {
  readonly handler: CommandHandler;
  /** Text for its standard input. */
  readonly input: string;
  /** Where to run: the first of these that is a directory. */
  readonly directories: readonly (string | undefined)[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly projectRoot: string;
  readonly signal: AbortSignal | undefined;
  /** Told what it has written, once it has run for a second. Must not throw. */
  readonly onOutput?: (output: HookOutput) => void;
}

export type ProgramEnd =
  | Extract<CommandEnd, { status: 'exited' | 'signalled' | 'timed-out' | 'output-limit' }>
  | { readonly status: 'cancelled' }
  | { readonly status: 'not-started'; readonly message: string };

export interface ProgramRun {
  readonly end: ProgramEnd;
  readonly stdout: string;
  readonly stderr: string;
  /** It goes on in the background: what becomes of it. */
  readonly later?: Promise<ProgramRun>;
}

/** Of both outputs together. What a hook says is read whole, so it is held in memory. */
const MAX_OUTPUT_BYTES = 10 * 1024 * 1024;
/** More of standard error than anybody is shown. */
const MAX_ERROR_BYTES = 64 * 1024;

/** What a program comes to that goes on in the background: it decides nothing any more. */
const RELEASED: ProgramRun = { end: { status: 'exited', code: 0 }, stdout: '', stderr: '' };

/**
 * Runs a hook's program to its exit, or until it says that it goes on in the background. Input and outputs are files rather
 * than pipes: a program that doesn't read its input, that opens /dev/stdin or /dev/stderr by name, or whose daemon keeps
 * its outputs open, finds what it expects.
 */
export async function runProgram(
  request: ProgramRequest,
  processes: Pick<ProcessSession, 'run'>,
): Promise<ProgramRun> {
  const { signal } = request;
  if (signal?.aborted === true) return { ...RELEASED, end: { status: 'cancelled' } };
  let directory: string;
  try {
    directory = await mkdtemp(join(tmpdir(), 'sluice-hook-'));
  } catch (error) {
    return notStarted(error);
  }
  const stop = new AbortController();
  const forward = (): void => stop.abort(signal?.reason);
  signal?.addEventListener('abort', forward);
  const watch = waitForRelease(join(directory, OUTPUT));
  const { onOutput } = request;
  const unwatch = onOutput === undefined ? undefined : watchOutput(() => tailsOf(directory), onOutput);
  const ended = runIn(directory, { ...request, signal: stop.signal }, processes)
    .catch(notStarted)
    .then(async (run) => {
      watch.stop();
      unwatch?.();
      await rm(directory, { recursive: true, force: true }).catch(() => {});
      return run;
    });
  try {
    const released = (release?: Release): ProgramRun => {
      unwatch?.();
      const timeoutMs = release?.timeoutMs;
      return { ...RELEASED, later: timeoutMs === undefined ? ended : endWithin(ended, timeoutMs, stop) };
    };
    const run = await Promise.race([ended, watch.released.then(released)]);
    // It may have ended before anybody looked.
    return afterRelease(run.stdout) === undefined ? run : released();
  } finally {
    // What goes on in the background does not end with the call.
    signal?.removeEventListener('abort', forward);
  }
}

/** The longest that a timer can wait. */
const MOST_MS = 2 ** 31 - 1;

/** A program in the background that has said how long it may take. */
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
    Math.min(timeoutMs, MOST_MS),
  );
  const run = await ended;
  clearTimeout(timer);
  const wasStopped = isLate && run.end.status === 'cancelled';
  return wasStopped ? { ...run, end: { status: 'timed-out', afterMs: timeoutMs } } : run;
}

const OUTPUT = 'out';
const ERROR = 'error';

/** As much of each output as a person is shown of a hook at work. */
const TAIL_BYTES = 2000;

function tailsOf(directory: string): HookOutput {
  return { stdout: tailOf(join(directory, OUTPUT)), stderr: tailOf(join(directory, ERROR)) };
}

function tailOf(path: string): string {
  try {
    return readTail(path, TAIL_BYTES);
  } catch {
    return '';
  }
}

function notStarted(error: unknown): ProgramRun {
  const message = error instanceof Error ? error.message : String(error);
  return { end: { status: 'not-started', message }, stdout: '', stderr: '' };
}

async function runIn(
  directory: string,
  { handler, input, directories, env, projectRoot, signal }: ProgramRequest,
  processes: Pick<ProcessSession, 'run'>,
): Promise<ProgramRun> {
  const [inputPath, outputPath, errorPath] = ['in', OUTPUT, ERROR].map((name) => join(directory, name));
  if (inputPath === undefined || outputPath === undefined || errorPath === undefined) throw new Error();
  await writeFile(inputPath, input, { mode: 0o600 });
  const { end, outputBytes } = await processes.run({
    command: commandText(handler, projectRoot),
    ...(handler.shell === 'sh' || handler.args !== undefined ? { shell: '/bin/sh' } : {}),
    cwd: directories.find((path) => path !== undefined && isDirectory(path)) ?? '/',
    env,
    inputPath,
    outputPath,
    errorPath,
    ...(signal === undefined ? {} : { signal }),
    timeoutMs: handler.timeoutMs,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    leftBehind: 'keep',
  });
  switch (end.status) {
    case 'cancelled':
      return { end: { status: 'cancelled' }, stdout: '', stderr: '' };
    case 'spawn-failed':
      return { end: { status: 'not-started', message: end.message }, stdout: '', stderr: '' };
    default: {
      const isTooMuch = outputBytes > MAX_OUTPUT_BYTES;
      return {
        end: isTooMuch ? { status: 'output-limit', limitBytes: MAX_OUTPUT_BYTES } : end,
        stdout: isTooMuch ? '' : readHead(outputPath, MAX_OUTPUT_BYTES),
        stderr: readHead(errorPath, MAX_ERROR_BYTES),
      };
    }
  }
}

/** The exec form is a shell's `exec`, which tells of a missing program as shells do. */
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
