import { runGit } from '../git/run-git.ts';
import { FETCH_PULL_REQUEST_MS } from '../worktree-limits.ts';

/** A pull request of the repository that the remote `origin` is. */
export interface PullRequest {
  readonly number: number;
  /** `owner/name` if it was given by its address; undefined: by its number. */
  readonly repository: string | undefined;
}

type Fetched =
  /** `ref` holds the commit until it is dropped. */
  | { readonly ok: true; readonly commit: string; readonly ref: string }
  /** In words for a person. */
  | { readonly ok: false; readonly message: string };

const ADDRESS = /^https:\/\/[^/\s]+\/([A-Za-z0-9._-]+\/[A-Za-z0-9._-]+)\/pull\/([1-9]\d{0,8})(?:[/?#]\S*)?$/;
/** Settings by which a repository has git start a program when it fetches. */
const STARTS_PROGRAM =
  '^(core[.](sshcommand|gitproxy|askpass|alternaterefscommand)|credential[.](.*[.])?helper|remote[.].*[.](uploadpack|vcs)|ssh[.].*)$';
/** For a fetch that the person asked for, and for what a partial clone lacks then. */
export const FETCHING = { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh', GIT_NO_LAZY_FETCH: '0' } as const;

/** Reads `#123` and the address of a pull request; undefined: it is neither. */
export function parsePullRequest(text: string): PullRequest | undefined {
  const number = /^#([1-9]\d{0,8})$/.exec(text)?.[1];
  if (number !== undefined) return { number: Number(number), repository: undefined };
  const [, repository, fromAddress] = ADDRESS.exec(text) ?? [];
  return repository === undefined ? undefined : { number: Number(fromAddress), repository };
}

/** The name of its worktree. */
export function pullRequestName({ number }: PullRequest): string {
  return `pr-${number}`;
}

/** Fetches the commit of a pull request from `origin`, and nothing else. Programs that the repository's own configuration names don't run. */
export async function fetchPullRequest(root: string, { number, repository }: PullRequest): Promise<Fetched> {
  const url = await runGit(root, ['remote', 'get-url', 'origin']);
  if (!url.ok)
    return {
      ok: false,
      message: `pull request #${number} can't be fetched: this repository has no remote named origin; add it with: git remote add origin URL`,
    };
  const own = await programOfRepository(root);
  if (own !== undefined)
    return {
      ok: false,
      message: `the repository's own configuration makes git start a program when it fetches (${own}); if you trust it, run git fetch origin pull/${number}/head:pr-${number} yourself`,
    };
  if (repository !== undefined && !isOf(url.output.trim(), repository))
    return {
      ok: false,
      message: `the pull request belongs to ${repository}, but origin is ${withoutUser(url.output.trim())}; run sluice -w in a clone of ${repository}`,
    };
  const ref = `refs/sluice/pull/${number}`;
  const words = [
    '--quiet',
    '--no-tags',
    '--no-recurse-submodules',
    '--no-auto-maintenance',
    '--no-write-fetch-head',
  ];
  const fetched = await runGit(
    root,
    ['fetch', ...words, '--refmap=', 'origin', `+refs/pull/${number}/head:${ref}`],
    { timeoutMs: FETCH_PULL_REQUEST_MS, env: FETCHING },
  );
  if (!fetched.ok)
    return {
      ok: false,
      message: `pull request #${number} can't be fetched from origin: ${fetched.message}; check the number and the connection`,
    };
  const commit = await runGit(root, ['rev-parse', '--verify', '--short', `${ref}^{commit}`]);
  return commit.ok
    ? { ok: true, commit: commit.output.trim(), ref }
    : { ok: false, message: `pull request #${number} has no commit: ${commit.message}` };
}

/** The branch of the worktree has the commit now. */
export async function dropFetched(root: string, ref: string): Promise<void> {
  await runGit(root, ['update-ref', '-d', ref]);
}

/** The setting by which a repository's own configuration has git start a program when it fetches; undefined: there is none. */
export async function programOfRepository(root: string): Promise<string | undefined> {
  const words = ['config', '--show-scope', '--name-only', '--get-regexp', STARTS_PROGRAM];
  const found = await runGit(root, words);
  if (!found.ok) return undefined;
  const own = found.output.split('\n').find((line) => /^(?:local|worktree)\t/.test(line));
  return own?.slice(own.indexOf('\t') + 1);
}

function isOf(url: string, repository: string): boolean {
  const path = url
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .toLowerCase();
  const wanted = repository.toLowerCase();
  return path.endsWith(`/${wanted}`) || path.endsWith(`:${wanted}`);
}

/** An address may hold a password. */
function withoutUser(url: string): string {
  return url.replace(/^([a-z+]+:\/\/)[^@/]*@/, '$1');
}
