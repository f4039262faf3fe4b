import { directoryChange } from '../state/directory-change.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { isPrivateVariable } from '../state/safe-variables.ts';
import { pathEffects, resolvePath, type Standpoint } from '../path/path-effects.ts';
import { isHarmlessSet, isReservedName, readNames } from '../state/shell-builtins.ts';
import { directoryOf, inPlace, type State } from '../state/state.ts';
import { standpointOf } from '../state/standpoint.ts';
import type { Shell } from '../state/walk.ts';
import { PLAIN, type Judgment } from './judgment.ts';
import { judgeProgram } from './judge-program.ts';
import { uncertainFiles } from './uncertain-files.ts';

export const CONTROL = new Set('exit return break continue shift'.split(' '));

/** Judges a command without the wrappers around it. */
export function judge(
  items: readonly Item[],
  shell: Shell,
  state: State,
  isNested: boolean,
  standpoint: Standpoint,
): Judgment {
  const [first] = items;
  const name = textOf(first);
  const refused = (why: string): Judgment => ({ ...PLAIN, why });
  if (first?.isLiteral !== true || name === undefined) {
    const files = uncertainFiles(items, shell, standpoint);
    return { ...refused('the name of the command is not literal'), files };
  }
  if (isReservedName(name)) return refused(`${name} is a word of the shell's grammar`);
  if (shell.facts.functions.has(name)) {
    // It may pass its words on to the program whose name it has.
    const { isReadOnly, files } = judgeProgram(items, shell, state, isNested, standpoint);
    return {
      ...refused(`${name} is a function that the script defines`),
      files: isReadOnly ? files : [],
    };
  }
  const change = directoryChange(items, shell, state);
  if (change !== undefined) {
    const { target, item } = change;
    if (target === undefined) return refused(`${name} goes to an unknown directory`);
    const files = pathEffects('list', item ?? { ...addedItem(target), written: '~' }, false, standpoint);
    return { ...PLAIN, isReadOnly: true, why: `it goes to ${target}`, files, usesNetwork: false };
  }
  const words = items.map((item) => textOf(item));
  if (CONTROL.has(name) || (name === 'set' && isHarmlessSet(words.slice(1))))
    return { ...PLAIN, isReadOnly: true, why: `${name} only steers the script`, usesNetwork: false };
  if (name === 'exec' && items.length === 1)
    return { ...PLAIN, isReadOnly: true, why: 'it only opens or closes files', usesNetwork: false };
  if (name === 'read' && readNames(words.slice(1))?.every(isPrivateVariable) === true)
    return { ...PLAIN, isReadOnly: true, why: 'it sets variables of the script', usesNetwork: false };
  const moved = inDirectoryOfGit(items, state);
  if (moved === undefined) return judgeProgram(items, shell, state, isNested, standpoint);
  const { item, rest } = moved;
  const entered = pathEffects('list', item, false, standpoint);
  const there = inPlace(state, moved.directory);
  const judged = judgeProgram(rest, shell, there, isNested, standpointOf(shell, there));
  return { ...judged, files: [...entered, ...judged.files] };
}

/** `git -C DIR …` is `git …` in that directory. Where links could make another of it, it isn't known. */
function inDirectoryOfGit(
  items: readonly Item[],
  state: State,
): { readonly item: Item; readonly directory: string; readonly rest: readonly Item[] } | undefined {
  const [git, option, item] = items;
  const text = textOf(item);
  if (textOf(git) !== 'git' || textOf(option) !== '-C' || git === undefined || item === undefined)
    return undefined;
  if (text === undefined || /^-|(?:^|\/)\.\.(?:\/|$)/u.test(text)) return undefined;
  const directory = resolvePath(text, directoryOf(state));
  return directory === undefined ? undefined : { item, directory, rest: [git, ...items.slice(3)] };
}
