import { isAbsolute, join, resolve } from 'node:path';
import { presentItems, realDirectory } from '@sluice/base';
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
import { createByHook, hookWorktree } from './open/hook-worktree.ts';
import { findExisting, openExisting } from './open/open-existing.ts';
import { openWorktree, type OpenedWorktree, type Worktree } from './open/open-worktree.ts';
import { removeWorktree } from './end/remove-worktree.ts';
import { unlockWorktree } from './worktree-lock.ts';
import { hookWorktreeNotice, worktreeNotice } from './worktree-notice.ts';
import type { RecordedWorktree, WorktreeRecord } from './worktree-record.ts';
import type { WorktreeSettings } from './worktree-settings.ts';
import type { WorktreeWork } from './worktree-work.ts';

interface SessionWorktreeOptions {
  readonly permission: Pick<LocalPermission, 'state'>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** How new ones are made, as it is now. Default: all of the current commit. */
  readonly settings?: (() => WorktreeSettings) | undefined;
  /** Where the session was opened. Absolute and real. */
  readonly cwd: string;
  readonly record: WorktreeRecord;
}

/** Where a resumed session continues that was in a worktree when it ended. */
export interface ResumedWorktree {
  /** Absolute and real. */
  readonly directory: string;
  /** For the user. */
  readonly notice: string;
  /** For the model. */
  readonly text: string;
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

  /** Absolute: where the session works in the worktree that it has entered. Undefined: it has entered none. */
  get directory(): string | undefined {
    return this.#entered?.worktree.directory;
  }

  async whyNot(path: string, cwd: string): Promise<string | undefined> {
    const known = await findExisting(cwd, resolve(cwd, path));
    return known.ok ? undefined : `No worktree was entered: ${known.message}.`;
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
        "A sub-agent can't enter a worktree. Its parent can pass isolation: worktree.",
      );
    if (this.#entered !== undefined)
      return refuse(
        'in-worktree',
        `The session is already in the worktree ${this.#entered.worktree.path}. Leave it with ExitWorktree first.`,
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
    this.#enter({ worktree, originalCwd: call.cwd, madeBy });
    const { cwd: sessionCwd, record } = this.#options;
    const { name: called } = worktree;
    record.write({
      ...{ path: worktree.path, name: called, directory: worktree.directory },
      ...{ madeBy, originalCwd: call.cwd, sessionCwd },
    });
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
      return refuse('not-in-worktree', 'There is no worktree to leave: EnterWorktree was not used.');
    const { worktree, originalCwd, madeBy } = entered;
    const { path, branch, mainRoot } = worktree;
    let discarded: WorktreeWork | undefined;
    if (action === 'remove') {
      if (madeBy === 'path')
        return refuse(
          'not-made-here',
          `${path} existed before this session, so it isn't removed. Leave it with action: keep.`,
        );
      if (madeBy === 'hook') {
        const hooks = this.#options.hooks.dispatcher();
        if (hooks?.has('WorktreeRemove') !== true)
          return refuse(
            'no-hook',
            `A hook created ${path}, and there is no WorktreeRemove hook to remove it. Leave it with action: keep.`,
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
    this.#options.record.remove();
    this.#view(({ directories }) =>
      directories.filter((one) => !(one.path === path && one.source === 'session')),
    );
    const on = branch === undefined ? '' : ` (branch ${branch})`;
    const message = `${discarded === undefined ? `The worktree ${path}${on} stays.` : `The worktree ${path}${on} was removed${lostText(discarded)}.`} You are back in ${originalCwd}.`;
    return { ok: true, left: { path, branch, originalCwd, discarded, message } };
  }

  /** Enters the worktree again that the resumed session was in when it ended. Undefined: it was in none. */
  async resume(): Promise<ResumedWorktree | undefined> {
    const { cwd, record } = this.#options;
    const recorded = record.read();
    if (recorded === undefined || isInside(cwd, recorded.path)) return undefined;
    const { path, sessionCwd } = recorded;
    const stays = (why: string): ResumedWorktree => ({
      directory: cwd,
      notice: `The session was in the worktree ${path} when it ended. It continues in ${cwd}, because ${why}.`,
      text: `You worked in the worktree ${path} before. You work in ${cwd} now, because ${why}. Don't use paths in the old worktree.`,
    });
    if (cwd !== sessionCwd) return stays(`it was resumed here, not in ${sessionCwd}`);
    const opened = await reopen(recorded, cwd);
    if (!opened.ok) {
      if (realDirectory(path) === undefined) record.remove();
      return stays(opened.message.replace(/; choose another name$/, ''));
    }
    const { worktree } = opened;
    const { madeBy, originalCwd } = recorded;
    this.#enter({ worktree, madeBy, originalCwd: realDirectory(originalCwd) ?? cwd });
    return {
      directory: worktree.directory,
      notice: `The session continues in the worktree ${path}, where it was when it ended.`,
      text: madeBy === 'hook' ? hookWorktreeNotice(worktree, cwd) : worktreeNotice(worktree),
    };
  }

  #enter(entered: Entered): void {
    this.#entered = entered;
    const { path } = entered.worktree;
    this.#view(({ directories }) => [
      { path, source: 'session' },
      ...directories.filter((one) => one.path !== path || one.source !== 'session'),
    ]);
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

/** The worktree is only used if git still lists it, or, for one that a hook has made, if it is still a directory. */
async function reopen(
  { path, name, directory: recorded, madeBy }: RecordedWorktree,
  cwd: string,
): Promise<OpenedWorktree> {
  const real = realDirectory(path);
  if (real === undefined) return { ok: false, message: 'that directory is gone' };
  if (real !== path) return { ok: false, message: `${path} now leads to ${real}` };
  const inside = realDirectory(recorded);
  const directory = inside !== undefined && isInside(inside, path) ? inside : path;
  if (madeBy === 'hook') return { ok: true, worktree: hookWorktree(name, path, directory, cwd) };
  const opened = await openExisting(cwd, path);
  return opened.ok ? { ok: true, worktree: { ...opened.worktree, name, directory } } : opened;
}

function keptText(
  path: string,
  { work, problem }: { readonly work: WorktreeWork | undefined; readonly problem: string | undefined },
): string {
  if (problem !== undefined)
    return `The worktree ${path} was not removed: ${problem}. Leave it with action: keep.`;
  if (work === undefined)
    return `The worktree ${path} was not removed: git can't tell what would be lost. Leave it with action: keep.`;
  return `The worktree ${path} was not removed: ${countText(work)} would be lost. Leave it with action: keep, commit or merge the work, or pass discard_changes: true if the user agrees to lose it.`;
}

function lostText({ files, commits }: WorktreeWork): string {
  return files === 0 && commits === 0 ? '' : `, and with it ${countText({ files, commits })}`;
}

function countText({ files, commits }: WorktreeWork): string {
  const parts = presentItems([
    files === 0 ? undefined : `${files} uncommitted file${files === 1 ? '' : 's'}`,
    commits === 0 ? undefined : `${commits} commit${commits === 1 ? '' : 's'} that no other branch has`,
  ]);
  return parts.join(' and ');
}
