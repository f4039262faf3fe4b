import { STATUS_CODES } from 'node:http';
import { errorText } from '@sluice/base';
import { cutLine, getOwn, isJsonObject } from '@sluice/core';
import { NetworkFailure } from '../network-failure.ts';

const MAX_SHOWN = 200;

/** What servers of Streamable HTTP answer to a client of the older transport. */
const WITHOUT_STREAM: ReadonlySet<number> = new Set([400, 404, 405, 406]);

/**
 * What went wrong with a request to a remote server: what, where, and how to fix it.
 * @param status of the HTTP response; undefined: there was none, or it was a success
 */
export function remoteProblem(
  error: unknown,
  { url, kind }: { readonly url: URL; readonly kind: 'http' | 'sse' },
  status: number | undefined,
): string {
  // Without the query and the user, which may hold keys.
  const where = `${url.origin}${url.pathname}`;
  if (error instanceof NetworkFailure) return error.message;
  const redirect = redirectProblem(error, where);
  if (redirect !== undefined) return redirect;
  if (status !== undefined && status >= 400) return statusProblem(error, where, status, kind);
  return contentProblem(error, where) ?? brokenProblem(error) ?? plainText(error);
}

function redirectProblem(error: unknown, where: string): string | undefined {
  const found = /Redirect (?:to|from https to plain http not followed; try) (\S+)/.exec(errorText(error));
  if (found === null) return undefined;
  return `${where} redirects to ${found[1]}, which Sluice doesn't follow. If that is your server, set it as "url" in the entry.`;
}

function statusProblem(error: unknown, where: string, status: number, kind: 'http' | 'sse'): string {
  const name = STATUS_CODES[status];
  const body = bodyText(error);
  const answer = `${where} answered ${status}${name === undefined ? '' : ` ${name}`}${body === '' ? '' : `: ${body}`}`;
  const end = /[.!?]$/.test(answer) ? '' : '.';
  return `${answer}${end} ${statusFix(status, kind)}`;
}

function statusFix(status: number, kind: 'http' | 'sse'): string {
  if (kind === 'sse' && WITHOUT_STREAM.has(status))
    return 'Check "url" in its entry. If the server speaks Streamable HTTP, as most do, set "type": "http".';
  if (status === 404 || status === 405)
    return 'Check "url" in its entry: the address often ends in /mcp, and a server that ends in /sse needs "type": "sse".';
  if (status === 429) return 'It is getting too many requests: try again later.';
  if (status >= 500) return 'The problem is on the server: try again later, or check its log.';
  return 'Check "url" and "headers" in its entry.';
}

function contentProblem(error: unknown, where: string): string | undefined {
  const text = errorText(error);
  const type = /Unexpected content type: (\S+)/.exec(text)?.[1]?.replace(/;$/, '');
  const fix = 'Check "url" in its entry.';
  if (type !== undefined) return `${where} answered with ${type}, which is not MCP. ${fix}`;
  if (text.includes('Invalid content type'))
    return `${where} doesn't send an event stream. ${fix} A server without one needs "type": "http".`;
  const isParsed = error instanceof SyntaxError || (error instanceof Error && 'issues' in error);
  return isParsed ? `${where} answered with JSON that is not MCP. ${fix}` : undefined;
}

/** A response that began, and can't be read to its end: what the platform says of that is one word. */
function brokenProblem(error: unknown): string | undefined {
  if (!(error instanceof TypeError) || error.message !== 'terminated') return undefined;
  const { cause } = error;
  const why = cause instanceof Error ? ` (${oneLine(cause.message)})` : '';
  return `Its response was interrupted or can't be decoded${why}.`;
}

/** What the server says about an error, without markup. */
function bodyText(error: unknown): string {
  const data = error instanceof Error ? getOwn(error, 'data') : undefined;
  const body = isJsonObject(data) ? getOwn(data, 'text') : undefined;
  return typeof body === 'string'
    ? oneLine(body.replaceAll(/<(style|script)[^]*?<\/\1>|<[^>]*>/gi, ' '))
    : '';
}

function plainText(error: unknown): string {
  return oneLine(errorText(error));
}

function oneLine(text: string): string {
  return cutLine(text.replaceAll(/\s+/g, ' ').trim(), MAX_SHOWN);
}
