import type { IncomingMessage } from 'node:http';
import { carriedHeaders } from '../carried-headers.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import { exchangeHeaders, exchangeText } from './exchange-headers.ts';

interface ExchangedHead {
  readonly path: string;
  /** Names and values alternating, without headers about the connection or the body's length. */
  readonly headers: readonly string[];
}

/** Control characters, which could end a line. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\n-\x1f\x7f]/;

/** The head of a request to the host. A string tells the command why it can't be sent. */
export function exchangeHead(request: IncomingMessage, tables: ExchangeTables): ExchangedHead | string {
  const { host } = request.headers;
  const carried = carriedHeaders(request).flatMap((name, index, all) =>
    index % 2 === 0 && name.toLowerCase() !== 'content-length' ? [name, all[index + 1] ?? ''] : [],
  );
  const expect = request.headers.te?.includes('trailers') === true ? ['TE', 'trailers'] : [];
  const headers = exchangeHeaders(tables.header, carried);
  const broken = headers.findIndex((value, index) => index % 2 === 1 && CONTROL.test(value));
  if (broken >= 0) {
    return `The secret for the header ${headers[broken - 1]} has more than one line, or characters that are not allowed in a header.`;
  }
  return {
    path: exchangeText(tables.target, request.url ?? ''),
    headers: [...(host === undefined ? [] : ['Host', host]), ...headers, ...expect],
  };
}
