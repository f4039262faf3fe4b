import type { ParsedArguments } from '../row.ts';

/**
 * Whether `truncate` keeps all that is in its files: `-s +1G`. After any other size, what was there may be gone; with `-r`, a size is
 * relative to that of another file.
 */
export function onlyGrows({ given }: ParsedArguments): boolean {
  if (given.has('-r')) return false;
  return given.get('-s')?.every((size) => /^\s*[+>%]/u.test(size ?? '')) === true;
}
