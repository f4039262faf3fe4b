import { textOf, type Item } from './item.ts';
import type { Inner, Running } from './running.ts';
import { scriptOf } from './script-of.ts';

const WITH_VALUE = /^(?:[-+][a-z]*[oO]|--rcfile|--init-file)$/u;

/** `bash -c 'script'`, `sh -ec 'script'`, `bash -l -c 'script' name`. */
export function shellRunning(
  name: string,
  items: readonly Item[],
  input: { readonly text: string; readonly isKnown: boolean } | undefined,
): Running {
  const shared = { name: `${name} -c`, allow: 'as-written', staysHere: true } as const;
  let index = 1;
  let hasScript = false;
  for (; index < items.length; index += 1) {
    const word = textOf(items[index]);
    if (word === undefined || word === '--' || word === '-' || !/^[-+]./u.test(word)) break;
    if (/^-[A-Za-z]*c/u.test(word)) hasScript = true;
    if (WITH_VALUE.test(word)) index += 1;
  }
  if (textOf(items[index]) === '--') index += 1;
  const item = items[index];
  if (!hasScript && item === undefined && input !== undefined)
    return { ...shared, inner: [{ kind: 'script', ...input }], isTransparent: false };
  if (!hasScript || item === undefined) return { ...shared, inner: [], isTransparent: false };
  const inner: readonly Inner[] = scriptOf(item);
  // Another shell reads some things otherwise, and a login shell or an interactive one runs files of the user first.
  const isPlain = textOf(items[0]) === name && index === 2 && /^-[eu]*c[eu]*$/u.test(textOf(items[1]) ?? '');
  return { ...shared, inner, isTransparent: name === 'bash' && isPlain };
}
