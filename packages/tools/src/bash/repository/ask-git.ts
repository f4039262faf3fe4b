import { spawnSync } from 'node:child_process';

export interface GitQuestion {
  /** Absolute path of git. */
  readonly program: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Of its answer. Default 4,000,000. */
  readonly maxBytes?: number | undefined;
}

/** What git answered on standard output and, where it was asked to trace, on descriptor 3. */
export type GitAnswer =
  | { readonly status: 'answered'; readonly output: Buffer; readonly trace: Buffer }
  | { readonly status: 'failed'; readonly why: string; readonly isPassing: boolean };

/** A configuration may be a pipe that nobody writes to. */
const TIMEOUT_MS = 2_000;
/** More than any configuration or list of repositories that a person has. */
const MAX_BYTES = 4_000_000;
/** More than the paths of any work tree. */
export const MAX_LIST_BYTES = 200_000_000;

/** Runs git, within bounds of time and size, without input. */
export function askGit(
  { program, directory, env, maxBytes = MAX_BYTES }: GitQuestion,
  words: readonly string[],
): GitAnswer {
  const { error, status, signal, stderr, output } = spawnSync(program, words, {
    cwd: directory,
    env: {
      ...env,
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TRACE_SETUP: '3',
      LC_ALL: 'C',
    },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
  });
  if (error !== undefined || signal !== null) {
    const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
    const why = isLate
      ? `git took longer than ${TIMEOUT_MS / 1000} seconds to report its settings`
      : (error?.message ?? `git was ended by ${signal}`);
    return { status: 'failed', why, isPassing: true };
  }
  const [, out, , trace] = output;
  if (status !== 0 || !Buffer.isBuffer(out) || !Buffer.isBuffer(trace)) {
    const said = stderr.toString('utf8').trim().split('\n', 1)[0] ?? '';
    return {
      status: 'failed',
      why: `git can't report its settings: ${said || `exit code ${status}`}`,
      isPassing: false,
    };
  }
  return { status: 'answered', output: out, trace };
}
