import type { FileEffect } from '../analysis.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { pathEffects, type Standpoint } from './path-effects.ts';

const VARIABLE = /^(GIT_TRACE\w*|GIT_REDIRECT_STD(?:OUT|ERR)|GIT_INDEX_FILE|GIT_WORK_TREE)=([^]*)$/u;

/** Subcommands that change files of the work tree. */
const CHANGES_WORK_TREE =
  /^(?:am|apply|checkout|checkout-index|cherry-pick|clean|merge|mv|pull|read-tree|rebase|reset|restore|revert|rm|stash|switch)$/u;

/** Files that variables make git write: `GIT_TRACE=/f git status`, `env GIT_INDEX_FILE=f git read-tree HEAD`. */
export function writtenByGitVariables(
  assignments: readonly { readonly text: string }[],
  items: readonly Item[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const words = items.map((item) => textOf(item) ?? item.approximation ?? '');
  const given = [...assignments.map(({ text }) => text), ...words];
  return given.flatMap((text) => {
    const [, name = '', written = ''] = VARIABLE.exec(text) ?? [];
    if (name === '' || written === '') return [];
    const isTree = name === 'GIT_WORK_TREE';
    if (isTree && !words.some((word) => CHANGES_WORK_TREE.test(word))) return [];
    const path = valueOf(written, standpoint.directory);
    // A number is a descriptor, and any other word that is not an absolute path means standard error or nothing.
    if (!isTree && name !== 'GIT_INDEX_FILE' && path?.startsWith('/') === false) return [];
    return pathEffects('write', { ...addedItem(path), written }, isTree, standpoint);
  });
}

/** Undefined: not known. */
function valueOf(written: string, directory: string | undefined): string | undefined {
  const bare = written.replaceAll(/["']/gu, '');
  const isHere = /^(?:\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)(?=\/|$)/u;
  const path = directory === undefined ? bare : bare.replace(isHere, () => directory);
  return /[$`\\]|^~/u.test(path) ? undefined : path;
}
