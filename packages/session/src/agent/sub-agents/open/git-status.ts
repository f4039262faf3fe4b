import { join } from 'node:path';
import { escapeHarnessTags, type PermissionContext } from '@sluice/core';
import { findRepository } from '@sluice/settings';
import type { SessionParts } from '../../../parts/session-parts.ts';

interface StatusScope {
  /** Absolute and real. */
  readonly cwd: string;
  readonly policy: SessionParts['permission']['policy'];
  /** Of the agent that is told: files that it may not read are left out. */
  readonly permission: PermissionContext;
}

interface Look {
  readonly root: string;
  /** The branch, then a line for each file that differs, as in `git status --porcelain`. */
  readonly lines: readonly string[];
}

/** The first request waits for it. */
const TIMEOUT_MS = 2_000;
const MAX_FILES = 40;
const MAX_NAME_CHARS = 200;
/** Letters and line of `git status --porcelain` before the name. */
const NAME_AT = 3;

/** What git says about a checkout, for agents that begin there. Those that begin at once share one look. */
export class GitStatus {
  readonly #looking = new Map<string, Promise<Look | undefined>>();

  /** Undefined: there is no repository, or its configuration would have git start a program. Never rejects. */
  async note({ cwd, policy, permission }: StatusScope): Promise<string | undefined> {
    const root = findRepository(cwd)?.root;
    if (root === undefined) return undefined;
    const look = this.#looking.get(root) ?? this.#look(root);
    const found = await look;
    if (found === undefined) return undefined;
    const [branch = '', ...files] = found.lines;
    const shown = files.filter((line) =>
      policy.mayRead(join(root, line.slice(NAME_AT)), cwd, permission, undefined),
    );
    const more = shown.length - MAX_FILES;
    return escapeHarnessTags(
      [
        'Git status when you started; it is not updated later:',
        plain(branch),
        ...(shown.length === 0 ? ['No changes.'] : shown.slice(0, MAX_FILES).map(plain)),
        ...(more > 0 ? [`… and ${more} more.`] : []),
      ].join('\n'),
    );
  }

  #look(root: string): Promise<Look | undefined> {
    const look = lookAt(root)
      .catch(() => undefined)
      .finally(() => this.#looking.delete(root));
    this.#looking.set(root, look);
    return look;
  }
}

async function lookAt(root: string): Promise<Look | undefined> {
  const [{ repositoryProblem }, { runGit }] = await Promise.all([
    import('../../../worktree/git/repository-problem.ts'),
    import('../../../worktree/git/run-git.ts'),
  ]);
  if ((await repositoryProblem(root)) !== undefined) return undefined;
  const words = ['--porcelain', '-z', '--branch', '--no-renames', '--ignore-submodules=dirty'];
  const options = { timeoutMs: TIMEOUT_MS, env: { GIT_OPTIONAL_LOCKS: '0' } };
  const status = await runGit(root, ['status', ...words], options);
  if (!status.ok) return undefined;
  return { root, lines: status.output.split('\0').filter((line) => line !== '') };
}

/** One line, whatever a file is called. */
function plain(line: string): string {
  const short = line.length > MAX_NAME_CHARS ? `${line.slice(0, MAX_NAME_CHARS)}…` : line;
  return /\p{Cc}|\p{Cf}/u.test(short) ? JSON.stringify(short) : short.toWellFormed();
}
