import { isAbsolute, join, resolve } from 'node:path';
import { realDirectory } from '@sluice/base';
import { isInside, type PermissionContext } from '@sluice/core';
import { findRepository } from '@sluice/settings';
import type {
  EnteredWorktree,
  LeftWorktree,
  WorktreeCall,
  WorktreePort,
  WorktreeRefusal,
} from '@sluice/tools';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import { createByHook } from './hook-worktree.ts';
import { openExisting } from './open-existing.ts';
import { openWorktree, type Worktree } from './open-worktree.ts';
import { removeWorktree } from './remove-worktree.ts';
import { unlockWorktree } from './worktree-lock.ts';
import { hookWorktreeNotice, worktreeNotice } from './worktree-notice.ts';
import type { WorktreeSettings } from './worktree-settings.ts';
import type { WorktreeWork } from './worktree-work.ts';

interface SessionWorktreeOptions {
  readonly permission: Pick<LocalPermission, 'state'>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** How new ones are made, as it is now. Default: all of the current commit. */
  readonly settings?: (() => WorktreeSettings) | undefined;
}

/** The worktree that the main agent has entered with a tool. */
interface Entered {
  readonly worktree: Worktree;
  readonly originalCwd: string;
  readonly madeBy: 'git' | 'hook' | 'path';
}

const refuse = (code: string, message: string): WorktreeRefusal => ({ ok: false, code, message });

/** Where the worktree tools have taken the session; one worktree at a time. */
export class SessionWorktree implements WorktreePort {
  readonly #options: SessionWorktreeOptions;
  #entered: Entered | undefined;

  constructor(options: SessionWorktreeOptions) {
    this.#options = options;
  }

  whyAsk(path: string, cwd: string): string | undefined {
    const { mainRoot = cwd } = findRepository(cwd) ?? {};
    const real = realDirectory(resolve(cwd, path));
    return real !== undefined && isInside(real, join(mainRoot, '.claude/worktrees'))
      ? undefined
      : `${path} is outside .claude/worktrees`;
  }

  async enter(
    { name = '', path }: { readonly name: string | undefined; readonly path: string | undefined },
    call: WorktreeCall,
  ): Promise<{ readonly ok: true; readonly worktree: EnteredWorktree } | WorktreeRefusal> {
    if (call.agent !== undefined)
      return refuse(
        'in-sub-agent',
        "A sub-agent can't enter a worktree. The agent that opens it can pass isolation: worktree.",
      );
    if (this.#entered !== undefined)
      return refuse(
        'in-worktree',
        `The session is in the worktree ${this.#entered.worktree.path} already. Leave it with ExitWorktree first.`,
      );
    const hooks = path === undefined ? this.#options.hooks.dispatcher() : undefined;
    const isByHook = hooks?.has('WorktreeCreate') === true;
    const opened =
      path !== undefined
        ? await openExisting(call.cwd, isAbsolute(path) ? path : resolve(call.cwd, path))
        : isByHook
          ? await createByHook(hooks, name, call)
          : await openWorktree(call.cwd, name, {
              settings: this.#options.settings?.(),
            });
    if (!opened.ok) return refuse('no-worktree', `No worktree was entered: ${opened.message}.`);
    const { worktree } = opened;
    const madeBy = path !== undefined ? 'path' : isByHook ? 'hook' : 'git';
    this.#entered = { worktree, originalCwd: call.cwd, madeBy };
    this.#view(({ directories }) => [{ path: worktree.path, source: 'session' }, ...directories]);
    const { path: at, directory, branch } = worktree;
    const message = madeBy === 'hook' ? hookWorktreeNotice(worktree, call.cwd) : worktreeNotice(worktree);
    return { ok: true, worktree: { path: at, directory, branch, message } };
  }

  async exit(
    { action, discardsChanges }: { readonly action: 'keep' | 'remove'; readonly discardsChanges: boolean },
    call: WorktreeCall,
  ): Promise<{ readonly ok: true; readonly left: LeftWorktree } | WorktreeRefusal> {
    const entered = this.#entered;
    if (call.agent !== undefined || entered === undefined)
      return refuse('not-in-worktree', 'EnterWorktree has entered no worktree, so there is none to leave.');
    const { worktree, originalCwd, madeBy } = entered;
    const { path, branch, mainRoot } = worktree;
    let discarded: WorktreeWork | undefined;
    if (action === 'remove') {
      if (madeBy === 'path')
        return refuse(
          'not-made-here',
          `${path} was there before this session, so it isn't removed. Leave it with action: keep.`,
        );
      if (madeBy === 'hook') {
        const hooks = this.#options.hooks.dispatcher();
        if (hooks?.has('WorktreeRemove') !== true)
          return refuse(
            'no-hook',
            `A hook made ${path}, and no WorktreeRemove hook removes it. Leave it with action: keep.`,
          );
        await hooks.fire('WorktreeRemove', { worktree_path: path }, { ...call, cwd: originalCwd });
        discarded = { files: 0, commits: 0 };
      } else {
        const removed = await removeWorktree(worktree, discardsChanges);
        if (removed.kind === 'kept') return refuse('work-would-be-lost', keptText(path, removed));
        discarded = removed.lost;
      }
    } else if (madeBy !== 'hook') {
      await unlockWorktree(mainRoot, path);
    }
    this.#entered = undefined;
    this.#view(({ directories }) =>
      directories.filter((one) => !(one.path === path && one.source === 'session')),
    );
    const on = branch === undefined ? '' : ` (branch ${branch})`;
    const message = `${discarded === undefined ? `The worktree ${path}${on} stays.` : `The worktree ${path}${on} was removed${lostText(discarded)}.`} You are back in ${originalCwd}.`;
    return { ok: true, left: { path, branch, originalCwd, discarded, message } };
  }

  /** The session has ended: a worktree that it is in stays for the next one. */
  async close(): Promise<void> {
    const entered = this.#entered;
    this.#entered = undefined;
    if (entered !== undefined && entered.madeBy !== 'hook')
      await unlockWorktree(entered.worktree.mainRoot, entered.worktree.path);
  }

  #view(change: (now: PermissionContext) => PermissionContext['directories']): void {
    const { state } = this.#options.permission;
    state.update({ directories: change(state.current()) });
  }
}

function keptText(
  path: string,
  { work, problem }: { readonly work: WorktreeWork | undefined; readonly problem: string | undefined },
): string {
  if (problem !== undefined) return `The worktree ${path} was not removed: ${problem}.`;
  if (work === undefined)
    return `The worktree ${path} was not removed: git can't say what would be lost. Leave it with action: keep.`;
  return `The worktree ${path} was not removed: ${countText(work)} would be lost. Leave it with action: keep, commit or merge the work, or pass discard_changes: true if the user agrees to lose it.`;
}

function lostText({ files, commits }: WorktreeWork): string {
  return files === 0 && commits === 0 ? '' : `, and with it ${countText({ files, commits })}`;
}

function countText({ files, commits }: WorktreeWork): string {
  const parts = [
    ...(files === 0 ? [] : [`${files} uncommitted file${files === 1 ? '' : 's'}`]),
    ...(commits === 0 ? [] : [`${commits} commit${commits === 1 ? '' : 's'} that no other branch has`]),
  ];
  return parts.join(' and ');
}
