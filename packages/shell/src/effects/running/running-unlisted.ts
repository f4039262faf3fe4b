import { anySuffix } from './any-suffix.ts';
import { quotedWord } from '../item/command-text.ts';
import { textOf, type Item } from '../item/item.ts';
import type { RunnerRow } from '../../tables/runners/runner-rows.ts';
import type { Inner } from './running.ts';
import { joinedScript, scriptOf } from './script-of.ts';

/** What a runner may run where it has an option that isn't listed: any of its words may begin the command. */
export function unlistedInner(name: string, row: RunnerRow, items: readonly Item[]): readonly Inner[] {
  const suffixes = anySuffix(items);
  const commands = row.joins
    ? suffixes.flatMap((inner) => (inner.kind === 'script' ? [] : joinedScript(inner.items)))
    : suffixes;
  const scripts = items.flatMap((item, index): readonly Inner[] => {
    const rest = items.slice(index + 1);
    const found = scriptsOfOption(row, item, rest[0]);
    return row.splits && found.length > 0 ? splitScripts(name, found, rest) : found;
  });
  return [...commands, ...scripts];
}

/** `--command='rm x'`, `-qc 'rm x'`: where a name is cut short, every option of scripts may be meant. */
function scriptsOfOption(row: RunnerRow, item: Item, next: Item | undefined): readonly Inner[] {
  const text = textOf(item) ?? item.approximation ?? '';
  if (row.scripts.size === 0 || !text.startsWith('-')) return [];
  const start = scriptStart(row, text);
  if (start === undefined) return [];
  const attached = text.slice(start);
  if (attached !== '') return [{ kind: 'script', text: attached, isKnown: textOf(item) !== undefined }];
  return next === undefined ? [] : scriptOf(next);
}

/** Where in the word of an option its script begins. */
function scriptStart(row: RunnerRow, text: string): number | undefined {
  const names = [...row.scripts];
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    const start = equals === -1 ? text : text.slice(0, equals);
    const isOne = start.length > 2 && names.some((name) => name.startsWith(start));
    return isOne ? (equals === -1 ? text.length : equals + 1) : undefined;
  }
  const places = names.filter((name) => name.length === 2).map((name) => text.indexOf(name.charAt(1), 1));
  const found = places.filter((place) => place !== -1);
  return found.length === 0 ? undefined : Math.min(...found) + 1;
}

/** A script of `env -S` is arguments of env, which come before those that follow. */
export function splitScripts(
  name: string,
  scripts: readonly Inner[],
  rest: readonly Item[],
): readonly Inner[] {
  const words = rest.map((item) => {
    const text = textOf(item);
    return text === undefined ? (item.approximation ?? '${_}') : quotedWord(text);
  });
  const isKnown = rest.every((item) => textOf(item) !== undefined);
  return scripts.map((script) =>
    script.kind === 'script'
      ? {
          kind: 'script',
          text: [name, script.text.replaceAll(/\\[_tnvfr]/gu, ' '), ...words].join(' '),
          isKnown: isKnown && script.isKnown,
        }
      : script,
  );
}
