import { present, presentItems, shellWord } from '@sluice/base';
import type { LocalSettings } from '@sluice/session';
import {
  closeWorktree,
  hookWorktreeNotice,
  openWorktree,
  parsePullRequest,
  worktreeNotice,
  worktreeSettings,
  type Worktree,
} from '@sluice/session/worktree';
import { loadSettings, type LoadedSettings } from '@sluice/settings';
import { madeByHook } from './made-by-hook.ts';
import { sayAs } from '../say.ts';
import { placeOf } from '../settings-place.ts';
import { startDirectory } from '../start-directory.ts';
import { WRONG_USAGE } from '../usage-error.ts';

const say = sayAs('sluice');

/** What of a session's options a worktree changes. */
export interface WorktreeOptions {
  readonly worktree: string | undefined;
  readonly cwd: string | undefined;
  readonly appendSystemPrompt: string | undefined;
  readonly settings?: Pick<LocalSettings, 'files' | 'sources' | 'isSafe'> | undefined;
  /** No hooks run. */
  readonly isBare?: boolean | undefined;
}

/**
 * Runs a session in the worktree that its options name, and answers with its exit status. The model is told where it works, the person
 * what was made and what is left.
 * @param removesUnused a new worktree in which nothing was changed is removed at the end
 */
export async function inWorktree<Options extends WorktreeOptions>(
  options: Options,
  removesUnused: boolean,
  run: (options: Options) => Promise<number>,
): Promise<number> {
  const start = startDirectory(options.cwd);
  if (!start.ok) {
    say(start.message);
    return WRONG_USAGE;
  }
  const name = options.worktree ?? '';
  const pullRequest = parsePullRequest(name);
  const loaded = settingsOf(start.directory, options.settings);
  const byHook =
    loaded === undefined || pullRequest !== undefined || options.isBare === true
      ? undefined
      : await madeByHook({ cwd: start.directory, name, loaded, tell: say });
  const settings = loaded === undefined ? undefined : worktreeSettings(loaded);
  const opened = byHook ?? (await openWorktree(start.directory, name, { pullRequest, settings }));
  if (!opened.ok) {
    say(opened.message);
    return WRONG_USAGE;
  }
  const { worktree } = opened;
  if (byHook !== undefined) {
    say(`working in the worktree ${worktree.name} at ${worktree.path}, created by a hook`);
    const notice = hookWorktreeNotice(worktree, start.directory);
    return run(within(options, worktree, notice));
  }
  say(openedText(worktree));
  try {
    return await run(within(options, worktree, worktreeNotice(worktree)));
  } finally {
    const closed = await closeWorktree(worktree, removesUnused);
    say(
      closed.kind === 'removed'
        ? `the worktree ${worktree.name} was removed, because nothing was changed in it`
        : `the worktree stays: ${worktree.path}; to continue in it: sluice -w ${shellWord(worktree.name)}`,
    );
  }
}

function within<Options extends WorktreeOptions>(
  options: Options,
  { directory: cwd }: Worktree,
  notice: string,
): Options {
  const texts = [notice, options.appendSystemPrompt].filter((text) => text !== undefined);
  return { ...options, cwd, appendSystemPrompt: texts.join('\n\n') };
}

function settingsOf(cwd: string, given: WorktreeOptions['settings']): LoadedSettings | undefined {
  const placed = placeOf(cwd);
  return placed.ok
    ? loadSettings({
        ...placed.place,
        files: given?.files,
        sources: given?.sources,
        ...present({ isSafe: given?.isSafe }),
      })
    : undefined;
}

function openedText(worktree: Worktree): string {
  const { name, path, branch, commit, isNew, missingFiles, copiedFiles } = worktree;
  const { linkedDirectories = [], sparsePaths, baseNote } = worktree;
  const copied =
    copiedFiles === 0
      ? []
      : [`${copiedFiles} ignored file${copiedFiles === 1 ? '' : 's'} copied by .worktreeinclude`];
  const linked = linkedDirectories.length === 0 ? [] : [`with links to ${linkedDirectories.join(', ')}`];
  if (!isNew) return [`working in the worktree ${name} at ${path}`, ...copied, ...linked].join('; ');
  const lacks =
    missingFiles === undefined
      ? 'uncommitted changes, if any, are'
      : `${missingFiles} uncommitted file${missingFiles === 1 ? ' is' : 's are'}`;
  const parts = presentItems([
    `created the worktree ${name} at ${path}, branch ${branch}, from ${commit}`,
    baseNote,
    sparsePaths === undefined ? undefined : `only ${sparsePaths.join(', ')} and the files at the top`,
    ...linked,
    missingFiles === 0 ? undefined : `${lacks} not in it`,
    ...copied,
  ]);
  return parts.join('; ');
}
