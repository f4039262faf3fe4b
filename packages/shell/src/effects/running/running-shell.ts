import { addedItem, textOf, type Item } from '../item/item.ts';
import { descriptorOf, isOtherDescriptor } from '../item/descriptor-path.ts';
import type { GivenText } from '../state/state.ts';
import type { Inner, Running } from './running.ts';
import { scriptOf } from './script-of.ts';

/** Texts that a command can read a script from. */
export interface GivenTexts {
  readonly input: GivenText | undefined;
  /** Of process substitutions among its words. */
  readonly substituted: GivenText | undefined;
}

const WITH_VALUE = /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file)$/u;

/** `bash -c 'script'`, `sh -ec 'script'`, `bash -l -c 'script' name`. */
export function shellRunning(name: string, items: readonly Item[], texts: GivenTexts): Running {
  const shared = { name: `${name} -c`, allow: 'as-written', staysHere: true } as const;
  let index = 1;
  let hasScript = false;
  let isFromInput = false;
  const startUp: Inner[] = [];
  for (; index < items.length; index += 1) {
    const word = textOf(items[index]);
    if (word === undefined || word === '--' || word === '-' || !/^[-+]./u.test(word)) break;
    if (/^-[A-Za-z]*c/u.test(word)) hasScript = true;
    if (/^-[A-Za-z]*s/u.test(word)) isFromInput = true;
    const file = /^--(?:rcfile|init-file)$/u.test(word) ? items[index + 1] : undefined;
    const given = file === undefined ? undefined : textBehind(file, texts);
    if (given !== undefined) startUp.push({ kind: 'script', ...given });
    if (WITH_VALUE.test(word)) index += 1;
  }
  if (/^--?$/u.test(textOf(items[index]) ?? '')) index += 1;
  const item = items[index];
  const input = item === undefined || isFromInput ? texts.input : textBehind(item, texts);
  if (!hasScript && input !== undefined) {
    const parameters = isFromInput ? [addedItem(name), ...items.slice(index)] : items.slice(index);
    return { ...shared, inner: [...startUp, { kind: 'script', ...input, parameters }], isTransparent: false };
  }
  if (!hasScript || item === undefined) return { ...shared, inner: startUp, isTransparent: false };
  const parameters = items.slice(index + 1);
  const inner: readonly Inner[] = [...startUp, ...scriptOf(item).map((one) => ({ ...one, parameters }))];
  // Another shell reads some things otherwise, and a login shell or an interactive one runs files of the user first.
  const isPlain = textOf(items[0]) === name && index === 2 && /^-[eu]*c[eu]*$/u.test(textOf(items[1]) ?? '');
  return { ...shared, inner, isTransparent: name === 'bash' && isPlain };
}

/** `. /dev/stdin <<< 'rm x'` */
export function sourceRunning(
  name: string,
  [, item]: readonly Item[],
  texts: GivenTexts,
): Running | undefined {
  const input = item === undefined ? undefined : textBehind(item, texts);
  if (input === undefined) return undefined;
  const inner = [{ kind: 'script', ...input } as const];
  return { name, inner, allow: 'hidden', isTransparent: false, staysHere: true };
}

/** What a shell reads from an operand that is its input, or a process substitution. */
function textBehind(item: Item, { input, substituted }: GivenTexts): GivenText | undefined {
  const path = textOf(item) ?? '';
  if (descriptorOf(path) === 0) return input;
  return isOtherDescriptor(path) ? substituted : undefined;
}
