import { isGitCommand } from '../../tables/git-commands.ts';
import type { GitSetting } from '../../tables/repository.ts';
import { quotedWord } from '../item/command-text.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import { skipOptions } from '../../tables/runners/options.ts';
import type { Running } from './running.ts';
import { GLOBAL } from './running-git.ts';

/**
 * What an alias makes of a command of git that isn't one of its own. An alias of the line itself is seen by `gitRunning`.
 * @param settings those that are in effect there; asked only for such a command
 */
export function aliasRunning(
  items: readonly Item[],
  settings: () => readonly GitSetting[],
): Running | undefined {
  const [first] = items;
  if (textOf(first) !== 'git') return undefined;
  const skipped = skipOptions(argumentsOf(items), 1, GLOBAL);
  const command = skipped === undefined ? undefined : items[skipped.next];
  const name = textOf(command);
  if (skipped === undefined || command === undefined || name === undefined || isGitCommand(name))
    return undefined;
  const key = `alias.${name.toLowerCase()}`;
  const value = settings().findLast((one) => one.key.toLowerCase() === key)?.value;
  if (value === undefined || value === '') return undefined;
  const isShell = value.startsWith('!');
  const given = items.slice(skipped.next + 1).map((item) => {
    const known = textOf(item);
    return known === undefined ? '"${_}"' : quotedWord(known);
  });
  const text = [isShell ? value.slice(1) : `git ${value}`, ...given].join(' ');
  const inner = [{ kind: 'script', text, isKnown: true } as const];
  // What the shell runs begins at the top of the work tree.
  return { name: `git ${name}`, inner, allow: 'as-written', isTransparent: false, staysHere: !isShell };
}
