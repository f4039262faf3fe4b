import type { FileEffect } from '../analysis.ts';
import { changesOfList } from './changes-of-list.ts';
import { contentEffects, scriptEffects } from './content-effects.ts';
import { emptiedFiles } from './emptied-files.ts';
import { readByGitSettings } from '../path/git-setting-files.ts';
import { writtenByGitVariables } from '../path/git-variables.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { judge } from './judge.ts';
import type { Judgment } from './judgment.ts';
import { directoryOf } from '../state/state.ts';
import { touchedByOpenWord } from './open-words.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { readsOfList } from './reads-of-list.ts';
import { removalsOfInput, removalsOfPrinted } from './removals-of-input.ts';
import { pushedPlaces } from './pushed-places.ts';
import { repositoryAt } from '../state/repository-at.ts';
import type { Running } from '../running/running.ts';
import { toldByFiles } from './told-by-files.ts';
import type { Shell } from '../state/walk.ts';
import { readWritten } from '../state/written-texts.ts';
import type { Call } from './call.ts';

interface Judged {
  /** With the words of a list where they are known. */
  readonly byItself: Judgment;
  /** Without them. */
  readonly asWritten: Judgment;
  /** See `openWord`. */
  readonly open: number | undefined;
  readonly running: Running | undefined;
}

interface OtherTouches {
  readonly files: readonly FileEffect[];
  /** Those of them that the content of its input or of files names. */
  readonly followed: readonly FileEffect[];
  /** What it reads may tell it to run anything. */
  readonly mayRunAnything: boolean;
}

/** What a command touches that its words don't name, but its input, a file, a list or a variable of git. */
export function otherTouches(
  core: readonly Item[],
  call: Call,
  shell: Shell,
  standpoint: Standpoint,
  { byItself, asWritten, open, running }: Judged,
): OtherTouches {
  const { walk } = shell;
  const { state, redirections } = call;
  const isListed = byItself.files.some(({ areWords }) => areWords !== undefined);
  const runsOther = (running?.inner.length ?? 0) > 0 && textOf(core[0]) !== 'git';
  const readText = readWritten(walk);
  const followed = contentEffects(
    core,
    { input: call.input, substituted: call.substituted, redirections, readText },
    standpoint,
  );
  const emptied = emptiedFiles(core, call, standpoint);
  const inFiles = toldByFiles(core, {
    walk,
    state,
    input: call.input,
    substituted: call.substituted,
    inputs: redirections.files.filter(({ access }) => access === 'read').map(({ path }) => path),
  });
  const files = [
    ...followed,
    ...inFiles.variants.flatMap((one) => judge(one, shell, state, call.isNested, standpoint).files),
    ...inFiles.reaches.flatMap((one) => scriptEffects(one, standpoint)),
    ...emptied,
    ...removalsOfInput(core, call.input, [...byItself.files, ...emptied], standpoint),
    ...removalsOfPrinted(call.evaluated, [...byItself.files, ...emptied], standpoint),
    ...(byItself.isReadOnly || runsOther || isListed
      ? []
      : readsOfList(core, call, byItself.files, standpoint)),
    ...changesOfList(core, call, asWritten.files, standpoint),
    ...touchedByOpenWord(core, open),
    ...writtenByGitVariables(call.assignments, core, standpoint),
    ...readByGitSettings(call.assignments, core, standpoint, () => {
      const report = repositoryAt(shell, directoryOf(state));
      return report.status === 'found' ? report.workTree : undefined;
    }),
    ...removalsInWorkTree(shell, call, core, standpoint),
    ...pushedPlaces(core, {
      directory: directoryOf(state),
      source: walk.source,
      repositoryAt: (directory) => repositoryAt(shell, directory),
    }),
  ];
  return { files, followed, mayRunAnything: inFiles.mayRunAnything };
}

/** What `git clean` removes where a variable names the work tree. */
function removalsInWorkTree(
  shell: Shell,
  { state }: Call,
  [git, ...words]: readonly Item[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (git === undefined || !/^(?:.*\/)?git$/u.test(textOf(git) ?? '')) return [];
  const { guesses, variables } = state;
  const trees = guesses.get('GIT_WORK_TREE') ?? variables.get('GIT_WORK_TREE') ?? [];
  return trees.flatMap((tree) => {
    const items = [git, addedItem('--work-tree'), addedItem(tree), ...words];
    return judge(items, shell, state, true, standpoint).files.filter(({ access }) => access === 'remove');
  });
}
