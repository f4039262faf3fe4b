import { execFile } from 'node:child_process';

export type GitResult =
  | { readonly ok: true; readonly output: string }
  /** In words for a person. */
  | { readonly ok: false; readonly message: string };

/** A checkout of a large repository takes minutes. */
const TIMEOUT_MS = 10 * 60_000;
/** A list of a million paths. */
const MAX_BYTES = 200_000_000;

/** Runs git in a directory: no hooks, no file system monitor, no prompts, no input. */
export function runGit(
  directory: string,
  words: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<GitResult> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  // The repository is the one around the directory, whatever the shell that started us was busy with.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR', 'GIT_PREFIX']) {
    Reflect.deleteProperty(env, name);
  }
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', ...words],
      {
        cwd: directory,
        env,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_BYTES,
        encoding: 'utf8',
      },
      (error, stdout, stderr) => {
        if (error === null) {
          resolve({ ok: true, output: stdout });
          return;
        }
        const [said = ''] = stderr.trim().split('\n').slice(-1);
        resolve({ ok: false, message: said === '' ? error.message : said.replace(/^fatal: /, '') });
      },
    );
    child.stdin?.end();
  });
}
