import { spawnSync } from 'node:child_process';

interface GitQuestion {
  /** Absolute path of git. */
  readonly program: string;
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Maximum bytes of its output. Default 4,000,000. */
  readonly maxBytes?: number | undefined;
  /** Its input. Default none. */
  readonly input?: string | undefined;
}

/** Git's standard output and, if tracing was requested, what it wrote to descriptor 3. */
export type GitAnswer =
  | { readonly status: 'answered'; readonly output: Buffer; readonly trace: Buffer }
  | { readonly status: 'failed'; readonly why: string; readonly isPassing: boolean };

/** A configuration file may be a pipe without a writer. */
const TIMEOUT_MS = 2_000;
/** More than any real configuration or list of repositories. */
const MAX_BYTES = 4_000_000;
/** More than the paths of any work tree. */
export const MAX_LIST_BYTES = 200_000_000;

/** Words before a command that only lists: with them, no setting makes git run a program. */
export const NO_PROGRAMS = [
  '--no-pager',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
] as const;

/** Runs git with limits on time and output. */
export function askGit(
  { program, directory, env, maxBytes = MAX_BYTES, input }: GitQuestion,
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
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', 'pipe'],
    input,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    maxBuffer: maxBytes,
  });
  if (error !== undefined || signal !== null) {
    const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
    const why = isLate
      ? `git took longer than ${TIMEOUT_MS / 1000} seconds to report its settings`
      : (error?.message ?? `git was killed by ${signal}`);
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
