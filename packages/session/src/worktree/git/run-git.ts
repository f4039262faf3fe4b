import { execFile } from 'node:child_process';
import { GIT_TIMEOUT_MS, MAX_GIT_BYTES } from '../worktree-limits.ts';

export type GitResult =
  | { readonly ok: true; readonly output: string }
  /** In words for a person. */
  | { readonly ok: false; readonly message: string };

/** What `git rev-parse --local-env-vars` names, and what else says where git reads or writes. */
const OF_A_REPOSITORY =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|INDEX_VERSION|COMMON_DIR|PREFIX|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|CONFIG|CONFIG_PARAMETERS|CONFIG_COUNT|CONFIG_(KEY|VALUE)_\d+|GRAFT_FILE|SHALLOW_FILE|IMPLICIT_WORK_TREE|INTERNAL_SUPER_PREFIX|NO_REPLACE_OBJECTS|REPLACE_REF_BASE|QUARANTINE_PATH|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|DEFAULT_HASH|DEFAULT_REF_FORMAT|REF_STORAGE|(GLOB|NOGLOB|LITERAL|ICASE)_PATHSPECS|ATTR_SOURCE|EXTERNAL_DIFF|TEMPLATE_DIR|TRACE\w*)$/;

export interface GitOptions {
  /** Default: 10 minutes. */
  readonly timeoutMs?: number | undefined;
  /** Variables that it gets beside those of this process. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The variables of this process without those by which git would use another repository than the one around its directory. */
export function gitEnvironment(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && !OF_A_REPOSITORY.test(entry[0]),
    ),
  );
}

/** A partial clone fetches what it lacks, with the program that its own configuration names. */
const NO_FETCHING = { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' } as const;

/** Settings that would start a program, or git in a submodule, which has a configuration of its own. */
const QUIET: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'submodule.recurse=false',
  'status.submoduleSummary=false',
];

/** Runs git in a directory: no hooks, no file system monitor, no prompts, no input, no fetching. */
export function runGit(
  directory: string,
  words: readonly string[],
  { timeoutMs = GIT_TIMEOUT_MS, env: more = {} }: GitOptions = {},
): Promise<GitResult> {
  // The repository is the one around the directory, with its own configuration, whatever started us was busy with.
  const env = { ...gitEnvironment(), ...NO_FETCHING, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C', ...more };
  return new Promise((resolve) => {
    const child = execFile(
      'git',
      [...QUIET.flatMap((setting) => ['-c', setting]), ...words],
      {
        cwd: directory,
        env,
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: MAX_GIT_BYTES,
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
