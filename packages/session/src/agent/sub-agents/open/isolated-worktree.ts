import type { AgentReport } from '@sluice/agent';
import type { Isolation } from '@sluice/core';
import { findRepository, linkedWorktree } from '@sluice/settings';
import type { SessionHooks } from '../../../hooks/session-hooks.ts';
import { createByHook } from '../../../worktree/open/hook-worktree.ts';
import { openWorktree, type Worktree } from '../../../worktree/open/open-worktree.ts';
import { removeWorktree } from '../../../worktree/end/remove-worktree.ts';
import { unlockWorktree } from '../../../worktree/worktree-lock.ts';
import { worktreeSettings } from '../../../worktree/worktree-settings.ts';
import { worktreeNotice } from '../../../worktree/worktree-notice.ts';
import type { AssembledAgent } from '../../assembled-agent.ts';

type OpenedIsolated =
  | { readonly ok: true; readonly isolated: IsolatedWorktree }
  /** No agent may be opened without it. */
  | { readonly ok: false; readonly message: string };

/** The worktree of an agent with `isolation: worktree`, while it works. */
export class IsolatedWorktree {
  readonly #worktree: Worktree;
  readonly #isByHook: boolean;

  private constructor(worktree: Worktree, isByHook: boolean) {
    this.#worktree = worktree;
    this.#isByHook = isByHook;
  }

  /** Makes it from the commit that is checked out where the parent works, or enters it again. */
  static async open(
    { dispatcher }: Pick<SessionHooks, 'dispatcher'>,
    parent: AssembledAgent,
    name: string,
  ): Promise<OpenedIsolated> {
    const { cwd } = parent.runtime.session;
    const hooks = dispatcher();
    const isByHook = hooks?.has('WorktreeCreate') === true;
    const opened = isByHook
      ? await createByHook(hooks, name, { cwd, agent: parent.identity })
      : await openWorktree(cwd, name, { settings: worktreeSettings(parent.runtime.agent.settings) });
    return opened.ok
      ? { ok: true, isolated: new IsolatedWorktree(opened.worktree, isByHook) }
      : { ok: false, message: `it should have worked in a worktree, but ${opened.message}.` };
  }

  get worktree(): { readonly name: string; readonly directory: string } {
    return this.#worktree;
  }

  get isolation(): Isolation {
    const { mainRoot, path } = this.#worktree;
    const root = findRepository(path)?.root;
    return { mainRoot, path, repository: root === path ? linkedWorktree(path) : undefined };
  }

  /** For its model. */
  get notice(): string {
    const { path, mainRoot } = this.#worktree;
    const denied =
      'Writing files and running commands outside of it is denied. Write paths literally, without variables, and run git without -C.';
    return this.#isByHook
      ? `You work in ${path}, your own copy of ${mainRoot}. ${denied}`
      : `${worktreeNotice(this.#worktree)} ${denied}`;
  }

  /** Removes it if nothing was changed in it. The report names it if it stays. */
  async closeWith(report: AgentReport): Promise<AgentReport> {
    const work = await this.close();
    if (work === undefined) return report;
    const { path, branch } = this.#worktree;
    const on = branch === undefined ? '' : ` on the branch ${branch}`;
    const note = `Its worktree stays: ${path}${on}${work}.`;
    return { ...report, notes: [...report.notes, note], worktree: { path, branch } };
  }

  /** Undefined: nothing was changed in it, and it was removed. Else what is in it, as the end of a sentence. */
  async close(): Promise<string | undefined> {
    if (this.#isByHook) return ', created by a hook';
    const { mainRoot, path, isNew } = this.#worktree;
    const removed = await removeWorktree(this.#worktree, false);
    if (removed.kind === 'removed') return undefined;
    await unlockWorktree(mainRoot, path);
    const { work } = removed;
    if (work === undefined) return '';
    const again = isNew ? '' : ', as it did before';
    return `, with ${work.commits} commit${work.commits === 1 ? '' : 's'} that no other branch has and ${work.files} uncommitted file${work.files === 1 ? '' : 's'}${again}`;
  }
}
