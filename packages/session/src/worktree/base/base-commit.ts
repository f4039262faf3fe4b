import { freshBase } from './fresh-base.ts';
import { dropFetched, FETCHING, fetchPullRequest, type PullRequest } from './pull-request.ts';

/** `head`: the commit that is checked out. `fresh`: the default branch of the remote `origin`. */
export type BaseRef = 'head' | 'fresh';

export const DEFAULT_BASE_REF: BaseRef = 'head';

interface BaseChoice {
  /** Goes before `baseRef`. */
  readonly pullRequest: PullRequest | undefined;
  readonly baseRef: BaseRef;
  /** Absolute: where the repository keeps what its worktrees share. */
  readonly commonDirectory: string;
}

type BaseCommit =
  | {
      readonly ok: true;
      readonly commit: string;
      /** About that commit, as a clause. */
      readonly note: string | undefined;
      /** For the git that makes a worktree of it. */
      readonly env: Readonly<Record<string, string>>;
      /** When the worktree is made, or can't be. */
      readonly release: () => Promise<void>;
    }
  | { readonly ok: false; readonly message: string };

/** The commit that a new worktree starts from: a pull request's, which is fetched first, or the one that the settings name. */
export async function baseCommit(
  root: string,
  { pullRequest, baseRef, commonDirectory }: BaseChoice,
): Promise<BaseCommit> {
  const plain = { ok: true, note: undefined, env: {}, release: () => Promise.resolve() } as const;
  if (pullRequest !== undefined) {
    const fetched = await fetchPullRequest(root, pullRequest);
    if (!fetched.ok) return fetched;
    const { commit, ref } = fetched;
    return { ...plain, commit, env: FETCHING, release: () => dropFetched(root, ref) };
  }
  if (baseRef === 'head') return { ...plain, commit: 'HEAD' };
  const fresh = await freshBase(root, commonDirectory);
  return fresh.ok ? { ...plain, commit: fresh.commit, note: fresh.note } : fresh;
}
