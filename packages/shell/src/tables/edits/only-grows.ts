import type { ParsedArguments } from '../row.ts';

/** Whether `truncate` keeps all that is in its files: `-s +1G`. After any other size, what was there may be gone. */
export function onlyGrows({ given }: ParsedArguments): boolean {
  return given.get('-s')?.every((size) => /^\s*[+>%]/u.test(size ?? '')) === true;
}
