import { runnerRows, type RunnerRow } from '../../tables/runners/runner-rows.ts';
import { textOf, type Item } from '../item/item.ts';

/** A runner whose sub-command comes after options of the program. */
interface Behind {
  readonly name: string;
  readonly row: RunnerRow;
  /** The words without the sub-command: its own options may be among those before it. */
  readonly items: readonly Item[];
}

/** Sub-commands that only choose where the next one runs. */
const PLACES: ReadonlyMap<string, RegExp> = new Map([
  ['yarn', /^(?:workspaces?|foreach)$/u],
  ['pnpm', /^(?:recursive|multi|m)$/u],
]);

/** `npm -c 'rm x' exec`, `pnpm --filter a exec rm x`, `yarn workspace a exec rm x`. */
export function behindOptions(name: string, items: readonly Item[]): Behind | undefined {
  const place = PLACES.get(name);
  let mayBeValue = false;
  for (const [index, item] of items.entries()) {
    if (index === 0) continue;
    const word = textOf(item) ?? item.approximation ?? '';
    const row = index === 1 ? undefined : runnerRows.get(`${name} ${word}`);
    if (row !== undefined) {
      const before = items.slice(1, index).filter((one) => place === undefined || isDashed(one));
      return { name: `${name} ${word}`, row, items: [...before, ...items.slice(index + 1)] };
    }
    const isOption = word.startsWith('-') || place?.test(word) === true;
    if (!isOption && !mayBeValue) return undefined;
    mayBeValue = isOption && !word.includes('=');
  }
  return undefined;
}

const isDashed = (item: Item): boolean => textOf(item)?.startsWith('-') === true;
