import { shellWord } from '@sluice/base';
import type { LocalSettings } from '@sluice/session';
import {
  closeWorktree,
  openWorktree,
  parsePullRequest,
  worktreeNotice,
  worktreeSettings,
  type Worktree,
  type WorktreeSettings,
} from '@sluice/session/worktree';
import { loadSettings } from '@sluice/settings';
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
  readonly settings?: Pick<LocalSettings, 'files'> | undefined;
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
  const opened = await openWorktree(start.directory, name, {
    pullRequest: parsePullRequest(name),
    settings: settingsOf(start.directory, options.settings?.files),
  });
  if (!opened.ok) {
    say(opened.message);
    return WRONG_USAGE;
  }
  const { worktree } = opened;
  say(openedText(worktree));
  try {
    const notice = [worktreeNotice(worktree), options.appendSystemPrompt].filter(
      (text) => text !== undefined,
    );
    return await run({ ...options, cwd: worktree.directory, appendSystemPrompt: notice.join('\n\n') });
  } finally {
    const closed = await closeWorktree(worktree, removesUnused);
    say(
      closed.kind === 'removed'
        ? `the worktree ${worktree.name} was removed: nothing was changed in it`
        : `the worktree stays: ${worktree.path}; to go on in it: sluice -w ${shellWord(worktree.name)}`,
    );
  }
}

function settingsOf(cwd: string, files: readonly string[] | undefined): WorktreeSettings | undefined {
  const placed = placeOf(cwd);
  return placed.ok ? worktreeSettings(loadSettings({ ...placed.place, files })) : undefined;
}

function openedText(worktree: Worktree): string {
  const { name, path, branch, commit, isNew, missingFiles, copiedFiles } = worktree;
  const { linkedDirectories = [], sparsePaths, baseNote } = worktree;
  if (!isNew) return `works in the worktree ${name} at ${path}`;
  const lacks =
    missingFiles === undefined
      ? 'uncommitted changes, if any, are'
      : `${missingFiles} uncommitted file${missingFiles === 1 ? ' is' : 's are'}`;
  const parts = [
    `made the worktree ${name} at ${path}, branch ${branch}, from ${commit}`,
    ...(baseNote === undefined ? [] : [baseNote]),
    ...(sparsePaths === undefined ? [] : [`only ${sparsePaths.join(', ')} and the files at the top`]),
    ...(linkedDirectories.length === 0 ? [] : [`with links to ${linkedDirectories.join(', ')}`]),
    ...(missingFiles === 0 ? [] : [`${lacks} not in it`]),
    ...(copiedFiles === 0
      ? []
      : [`${copiedFiles} ignored file${copiedFiles === 1 ? '' : 's'} copied by .worktreeinclude`]),
  ];
  return parts.join('; ');
}
