import { spawn } from 'node:child_process';
import { errorCode } from '@sluice/base';
import type { Environment } from './search-options.ts';
import { ripgrepMemoryLimit, watchMemory } from './watch-memory.ts';

export interface RipgrepRun {
  /** Path or name of the binary. */
  readonly command: string;
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Absolute; globs are relative to it. */
  readonly cwd: string;
  /** The call's own signal. */
  readonly signal: AbortSignal;
  readonly timeLimit: AbortSignal;
  /** Receives stdout as latin1 text, one unit per byte. After `enough` it is not called again and rg is killed. */
  readonly onOutput: (text: string) => 'more' | 'enough';
  /** Maximum memory of rg in bytes. Default: half of the machine's. */
  readonly maxMemoryBytes?: number;
}

/** How a run ended; in each case rg is gone. */
export type RipgrepEnd =
  /**
   * rg exited on its own. `stderr` is what it wrote there (latin1, one unit per byte), the complete records of the first 8 KiB; empty
   * unless something went wrong.
   */
  | { readonly status: 'finished'; readonly stderr: string }
  | { readonly status: 'stopped'; readonly by: 'reader' | 'signal' | 'time-limit' }
  /** It could not be started, died for a reason other than ours, or used too much memory. */
  | { readonly status: 'unusable'; readonly message: string; readonly killedBy?: NodeJS.Signals };

const STDERR_LIMIT = 8 * 1024;

/**
 * Runs rg with an argument list (never a shell) and empty stdin. The user's own rg configuration is ignored, so that a search means the
 * same on every machine. Invalid lines of ignore files are not reported: such a file may be a link to one that must not be shown. Rejects
 * only if `onOutput` throws.
 */
export async function runRipgrep(run: RipgrepRun): Promise<RipgrepEnd> {
  if (run.signal.aborted) return { status: 'stopped', by: 'signal' };
  if (run.timeLimit.aborted) return { status: 'stopped', by: 'time-limit' };
  return new Promise((resolve, reject) => {
    const child = start(run);
    if (child instanceof Error) {
      resolve({ status: 'unusable', message: explain(child, run) });
      return;
    }
    let stopped: 'reader' | 'signal' | 'time-limit' | 'memory' | undefined;
    let thrown: { readonly error: unknown } | undefined;
    let startError: Error | undefined;
    let stderr = '';

    const stop = (by: typeof stopped): void => {
      stopped ??= by;
      child.kill('SIGKILL');
    };
    const onSignal = (): void => stop('signal');
    const onTimeLimit = (): void => stop('time-limit');
    const maxMemoryBytes = run.maxMemoryBytes ?? ripgrepMemoryLimit();
    const stopMemoryWatch = watchMemory(child.pid, maxMemoryBytes, () => stop('memory'));
    run.signal.addEventListener('abort', onSignal, { once: true });
    run.timeLimit.addEventListener('abort', onTimeLimit, { once: true });

    child.stdout.on('data', (chunk: Buffer) => {
      if (stopped !== undefined) return;
      try {
        if (run.onOutput(chunk.toString('latin1')) === 'enough') stop('reader');
      } catch (error) {
        thrown = { error };
        stop('reader');
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      // One byte more than is kept shows that there was more.
      const room = STDERR_LIMIT + 1 - stderr.length;
      if (room > 0) stderr += chunk.toString('latin1', 0, room);
    });
    child.on('error', (error) => {
      startError ??= error;
    });
    child.on('close', (code, killedBy) => {
      stopMemoryWatch();
      run.signal.removeEventListener('abort', onSignal);
      run.timeLimit.removeEventListener('abort', onTimeLimit);
      if (thrown !== undefined) reject(thrown.error);
      else if (stopped === 'memory') resolve({ status: 'unusable', message: tooLarge(maxMemoryBytes) });
      else if (stopped !== undefined) resolve({ status: 'stopped', by: stopped });
      else if (startError !== undefined) resolve({ status: 'unusable', message: explain(startError, run) });
      else if (code === 0 || code === 1) resolve({ status: 'finished', stderr: '' });
      else if (code === 2) resolve({ status: 'finished', stderr: wholeRecords(stderr) });
      else resolve(crashed(code, killedBy));
    });
  });
}

/** The error of a program that the system refuses to start at once, for example because of too long arguments. */
function start(run: RipgrepRun) {
  try {
    return spawn(run.command, ['--no-config', '--no-ignore-messages', '--color=never', ...run.args], {
      cwd: run.cwd,
      env: { ...run.environment, RIPGREP_CONFIG_PATH: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

function explain(error: Error, run: RipgrepRun): string {
  const missing = errorCode(error) === 'ENOENT';
  return missing
    ? `ripgrep could not be started as ${JSON.stringify(run.command)} in ${run.cwd}. ` +
        'Install the package @vscode/ripgrep with its optional dependencies, or put rg on PATH.'
    : `ripgrep could not be started in ${run.cwd}: ${error.message}.`;
}

function tooLarge(bytes: number): string {
  const megabytes = Math.round(bytes / 1e6);
  return (
    `The search was stopped because ripgrep used more than ${megabytes} MB of memory, as it does for files with lines of ` +
    'gigabytes. Leave such files out by path, glob or type.'
  );
}

function crashed(code: number | null, killedBy: NodeJS.Signals | null): RipgrepEnd {
  const message = `ripgrep ended with ${killedBy ?? `exit code ${code}`}.`;
  return { status: 'unusable', message, killedBy: killedBy === null ? undefined : killedBy };
}

function wholeRecords(stderr: string): string {
  if (stderr === '') return 'rg: ripgrep reported a failure without a message.';
  if (stderr.length <= STDERR_LIMIT) return stderr;
  const lastStart = stderr.lastIndexOf('\nrg: ');
  return lastStart < 0 ? stderr.slice(0, STDERR_LIMIT) : stderr.slice(0, lastStart + 1);
}
