import { CMAKE_FLAGS, cmakeCommands, isCmakeCommand } from '../../tables/cmake-commands.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { UNKNOWN_COMMAND } from './command-options.ts';
import type { Inner } from './running.ts';

/** What `cmake -E …` does, as the programs that do the same. Any other word may make it run anything. */
export function cmakeInner([first, ...rest]: readonly Item[]): readonly Inner[] {
  if (first === undefined) return [];
  const name = textOf(first);
  if (name === undefined) return [UNKNOWN_COMMAND];
  if (name === 'rm' || name === 'remove') return [words(['rm'], rest)];
  if (name === 'remove_directory') return [words(['rm', '-r'], rest)];
  if (name === 'tar') return archived(rest);
  const command = cmakeCommands.get(name);
  if (command === undefined) return isCmakeCommand(name) ? [] : [UNKNOWN_COMMAND];
  const given = rest.filter((item) => !CMAKE_FLAGS.has(textOf(item) ?? ''));
  if (textOf(given[0]) === '-t') return [words([...command.words, '-t'], given.slice(1))];
  const named = [...command.words, '--'];
  const target = given.at(-1);
  if (command.operands !== 'each-to-last' || target === undefined) return [words(named, given)];
  return given.slice(0, -1).map((source) => words(named, [source, target]));
}

/** The archive comes after the letters, whatever they are. */
function archived([letters, ...rest]: readonly Item[]): readonly Inner[] {
  if (letters === undefined) return [];
  const known = textOf(letters);
  if (known === undefined) return [words(['tar'], [letters, ...rest])];
  return [words(['tar', known.includes('f') ? known : `${known}f`], rest)];
}

function words(program: readonly string[], operands: readonly Item[]): Inner {
  return { kind: 'words', items: [...program.map((word) => addedItem(word)), ...operands] };
}
