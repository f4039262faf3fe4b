import { namesFile } from '../../tables/git-file-settings.ts';
import type { FileEffect } from '../analysis.ts';
import { addedItem, textOf, type Item } from '../item/item.ts';
import { pathEffects, resolvePath, type Standpoint } from './path-effects.ts';

const UNKNOWN = '${_}';

const VARIABLE = /^GIT_CONFIG_(?:KEY_(?<key>\d+)|VALUE_(?<value>\d+)|(?<list>PARAMETERS))=(?<text>[^]*)$/u;

/**
 * Files that settings of git name which a command gives it: `git -c core.excludesFile=f check-ignore x`, `git config mailmap.file f`, and
 * the variables that hold settings.
 * @param top the top of the work tree, from which git takes relative paths as well; undefined: there is none
 */
export function readByGitSettings(
  assignments: readonly { readonly text: string }[],
  items: readonly Item[],
  standpoint: Standpoint,
  top: () => string | undefined,
): readonly FileEffect[] {
  const words = items.map((item) => textOf(item) ?? item.approximation ?? '');
  const isGit = /^(?:.*\/)?git$/u.test(words[0] ?? '');
  const given = [...assignments.map(({ text }) => unquoted(text)), ...words];
  const values = [...(isGit ? valuesInWords(words) : []), ...valuesInVariables(given)].filter(
    (value) => value !== '' && value !== 'true',
  );
  return [...new Set(values)].flatMap((written) => {
    const path = placeOf(written, standpoint.home);
    const places = [path];
    const directory = path === undefined || path.startsWith('/') ? undefined : top();
    if (path !== undefined && directory !== undefined && directory !== standpoint.directory)
      places.push(resolvePath(path, directory));
    return places.flatMap((place) =>
      pathEffects('read', { ...addedItem(place), written }, false, standpoint),
    );
  });
}

/** `key=value`, behind `-c` or in an option of `clone`; `key value` of `git config`; `--config-env=key=VARIABLE`. */
function valuesInWords(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, option, key = '', value] =
      /^(--config-env=|--conf\w*=|-c)?([\w.*-][^=]*)(?:=([^]*))?$/u.exec(word) ?? [];
    if (!namesFile(key)) return [];
    if (option === '--config-env=' || words[at - 1] === '--config-env') return [UNKNOWN];
    return [value ?? words[at + 1] ?? ''];
  });
}

/** A value whose key isn't given beside it may be that of any. */
function valuesInVariables(given: readonly string[]): readonly string[] {
  const variables = given.map((text) => VARIABLE.exec(text)?.groups).filter((one) => one !== undefined);
  return variables.flatMap(({ value, list, text = '' }) => {
    if (list !== undefined)
      return [...text.matchAll(/'([^'=]*)'?='?([^']*)'/gu)].flatMap(([, key = '', one = '']) =>
        namesFile(key) ? [one] : [],
      );
    if (value === undefined) return [];
    const key = variables.findLast((one) => one['key'] === value)?.['text'];
    return key === undefined || key.includes(UNKNOWN) || namesFile(key) ? [text] : [];
  });
}

/** An assignment as a command is shown with it: a value that is known has single quotes, another is as in the source. */
function unquoted(text: string): string {
  const [, start, value] = /^(\w+=)'([^]*)'$/u.exec(text) ?? [];
  if (start === undefined || value === undefined) return text.replaceAll('"', '');
  return start + value.replaceAll(String.raw`'\''`, "'");
}

/** Undefined: not known. */
function placeOf(written: string, home: string | undefined): string | undefined {
  const path = written.replace(/^:\(optional\)/u, '');
  if (/[$`]/u.test(path) || path.startsWith('%(')) return undefined;
  if (!path.startsWith('~')) return path;
  return home !== undefined && path.startsWith('~/') ? `${home}${path.slice(1)}` : undefined;
}
