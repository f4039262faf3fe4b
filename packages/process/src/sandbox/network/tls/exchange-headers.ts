import { replaceAll } from './replace-bytes.ts';
import type { ReplacementTable } from './replacement-table.ts';

const BASIC = /^(basic[ \t]+)([a-z0-9+/_-]+={0,2})[ \t]*$/i;

/** Node's encoding of header values: one character per byte. */
export function exchangeText(table: ReplacementTable, text: string): string {
  return replaceAll(table, Buffer.from(text, 'latin1')).toString('latin1');
}

/** Names and values alternating. `Basic` credentials are decoded and replaced as well. */
export function exchangeHeaders(table: ReplacementTable, headers: readonly string[]): readonly string[] {
  return headers.map((text, index) =>
    index % 2 === 0
      ? text
      : headers[index - 1]?.toLowerCase() === 'authorization'
        ? exchangeLogin(table, text)
        : exchangeText(table, text),
  );
}

function exchangeLogin(table: ReplacementTable, text: string): string {
  const [, scheme, token] = BASIC.exec(text) ?? [];
  if (scheme === undefined || token === undefined) return exchangeText(table, text);
  const login = Buffer.from(token, 'base64');
  const exchanged = replaceAll(table, login);
  return exchanged.equals(login) ? exchangeText(table, text) : scheme + exchanged.toString('base64');
}
