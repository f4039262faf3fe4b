import { isInputShell } from '../../tables/input-shells.ts';
import { descriptorOf } from '../item/descriptor-path.ts';
import { textOf, type Item } from '../item/item.ts';

const SHELLS = new Set(['bash', 'sh', 'dash', 'zsh', 'ksh']);
const SOURCES = new Set(['source', '.']);

/** A shell that runs what comes in as its input, or what another command writes: nothing says what that is. */
export function readsScript(items: readonly Item[]): boolean {
  const name = (textOf(items[0]) ?? '').replace(/^.*\//u, '');
  if (isInputShell(name, items.slice(1).map(textOf))) return true;
  const isShell = SHELLS.has(name);
  if (!isShell && !SOURCES.has(name)) return false;
  const operand = items.slice(1).find((item) => textOf(item)?.startsWith('-') !== true);
  if (operand === undefined)
    return isShell && !items.some((item) => /^--(?:version|help)$/u.test(textOf(item) ?? ''));
  const text = textOf(operand);
  return text === undefined || text === '-' || descriptorOf(text) !== undefined;
}
