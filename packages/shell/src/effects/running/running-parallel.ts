import { UNKNOWN_COMMAND } from './command-options.ts';
import { runnerRows } from '../../tables/runners/runner-rows.ts';
import { skipOptions } from '../../tables/runners/options.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { joinedScript } from './script-of.ts';
import type { Inner, Running } from './running.ts';

/** `{}`, `{.}`, `{/}`, `{2}`, …: what stands for an argument. */
const PLACE = /\{(?:[-+]?\d*(?:\.|\/\/?|\/\.)?|#|%)\}/gu;

/**
 * The command that GNU parallel runs, with the arguments behind `:::`, or, as for `xargs`, with those from its input, which no one knows.
 * Undefined: where the command begins is not certain.
 */
export function parallelRunning(items: readonly Item[]): Running | undefined {
  const row = runnerRows.get('parallel');
  const skipped = row === undefined ? undefined : skipOptions(argumentsOf(items), 1, row);
  if (skipped === undefined) return undefined;
  const words = items.slice(skipped.next);
  const at = words.findIndex((item) => /^:::\+?$/u.test(textOf(item) ?? ''));
  const command =
    at === -1 ? words.filter((item) => !/^::::\+?$/u.test(textOf(item) ?? '')) : words.slice(0, at);
  // Its input is commands.
  if (words.length === 0) return running([UNKNOWN_COMMAND]);
  if (command.length === 0) return undefined;
  const given =
    at === -1
      ? [addedItem(undefined)]
      : words.slice(at + 1).filter((item) => !/^:::\+?$/u.test(textOf(item) ?? ''));
  const isPlaced = command.some((item) => textOf(item)?.search(PLACE) !== -1);
  const called = isPlaced ? command.flatMap((item) => placed(item, given)) : [...command, ...given];
  const inner: readonly Inner[] = [...joinedScript(called), { kind: 'words', items: called }];
  return running(inner);
}

function running(inner: readonly Inner[]): Running {
  return { name: 'parallel', inner, allow: 'hidden', isTransparent: false, staysHere: true };
}

function placed(item: Item, given: readonly Item[]): readonly Item[] {
  const text = textOf(item);
  if (text === undefined || text.search(PLACE) === -1) return [item];
  if (text.replace(PLACE, '') === '') return given;
  const approximation = text.replaceAll(PLACE, '${_}');
  const value = { prefix: text.slice(0, text.search(PLACE)), isOne: true };
  return [{ ...addedItem(value), written: item.written, approximation }];
}
