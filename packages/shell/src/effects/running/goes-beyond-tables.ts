import type { GitSetting } from '../../tables/repository.ts';
import { isUnlistedUse } from '../../tables/unlisted-use.ts';
import { argumentsOf, type Item } from '../item/item.ts';
import { aliasRunning } from './running-alias.ts';

/**
 * Whether a command may touch any file and run any program, because tables don't know one of its options, or because git gets
 * a subcommand that is neither in a table nor an alias.
 * @param settings of git that are in effect there
 */
export function goesBeyondTables(items: readonly Item[], settings: () => readonly GitSetting[]): boolean {
  return isUnlistedUse(argumentsOf(items)) && aliasRunning(items, settings) === undefined;
}
