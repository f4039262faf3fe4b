import type { IncomingMessage } from 'node:http';
import { carriedHeaders } from '../carried-headers.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import { exchangeHeaders, exchangeText } from './exchange-headers.ts';

export interface ExchangedHead {
  readonly path: string;
  /** Names and values in turn, without what is about the connection or the length of the body. */
  readonly headers: readonly string[];
}

/** What would end a line, or is no text. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;

/** A request's head for the host. A text says for the command why there can be none. */
export function exchangeHead(request: IncomingMessage, tables: ExchangeTables): ExchangedHead | string {
  const { host } = request.headers;
  const carried = carriedHeaders(request).flatMap((name, index, all) =>
    index % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, all[index + 1] ?? ''] : [],
  );
  const expect = request.headers.te?.includes('trailers') === true ? ['TE', 'trailers'] : [];
  const headers = exchangeHeaders(tables.header, carried);
  const broken = headers.findIndex((value, index) => index % 2 === 1 && CONTROL.test(value));
  if (broken >= 0) {
    return `The secret for the header ${headers[broken - 1]} has more than one line, or characters that no header can have.`;
  }
  return {
    path: exchangeText(tables.target, request.url ?? ''),
    headers: [...(host === undefined ? [] : ['Host', host]), ...headers, ...expect],
  };
}
