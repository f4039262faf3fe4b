import { errorText } from '@sluice/base';
import type { AddressGuard } from './address-guard.ts';
import { hostOf } from './host-of.ts';
import { readPage, type PageBody } from './read-page.ts';
import { sendRequest } from './send-request.ts';
import type { WebLimits } from './web-limits.ts';

export interface Page extends PageBody {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  readonly contentType: string | undefined;
}

export type FetchedPage =
  | { readonly kind: 'page'; readonly page: Page }
  /** It leads to a host that needs a call of its own. */
  | { readonly kind: 'redirect'; readonly from: string; readonly to: string; readonly status: number }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export interface FetchOptions {
  readonly guard: AddressGuard;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limits: WebLimits;
  readonly signal: AbortSignal;
  /** Whether a redirect to this host may be followed. */
  readonly mayFollow: (url: URL) => boolean;
  /** The address of a redirect as it will be requested. */
  readonly secured: (url: URL) => URL;
}

const HEADERS = {
  accept: 'text/markdown, text/plain;q=0.9, text/html;q=0.8, */*;q=0.1',
  'user-agent': 'Sluice/0.1 (WebFetch; an agent fetches this page for a user)',
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a page, and follows redirects within its host.
 *
 * @throws the reason of `signal`
 */
export async function fetchPage(start: URL, options: FetchOptions): Promise<FetchedPage> {
  const { limits, signal } = options;
  const allTime = new AbortController();
  const timer = setTimeout(() => allTime.abort(), limits.totalMs).unref();
  const onAbort = (): void => allTime.abort();
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await followed(start, options, allTime.signal);
  } catch (error) {
    signal.throwIfAborted();
    if (allTime.signal.aborted)
      return failed('timed-out', `${start.host} did not send the page within ${limits.totalMs / 1000} s.`);
    const reason = errorText(error);
    return failed('broken-page', `The page of ${start.host} could not be read to its end: ${reason}.`);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

async function followed(start: URL, options: FetchOptions, allTime: AbortSignal): Promise<FetchedPage> {
  const { limits } = options;
  let url = start;
  for (let redirects = 0; redirects <= limits.redirects; redirects += 1) {
    // Each redirect is known only from the page before it.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await fetchOne(url, options, allTime);
    if (answer.kind !== 'redirect') return answer;
    const target = URL.parse(answer.to);
    if (target === null || !isSameSite(url, target) || !options.mayFollow(target)) return answer;
    url = options.secured(target);
  }
  return failed('too-many-redirects', `${start.host} redirected more than ${limits.redirects} times.`);
}

async function fetchOne(url: URL, options: FetchOptions, allTime: AbortSignal): Promise<FetchedPage> {
  const { guard, env, limits } = options;
  const untilHeaders = new AbortController();
  const abort = (): void => untilHeaders.abort();
  const timer = setTimeout(abort, limits.headersMs).unref();
  allTime.addEventListener('abort', abort, { once: true });
  if (allTime.aborted) abort();
  const { signal } = untilHeaders;
  const sent = await sendRequest({ url, headers: HEADERS, guard, env, signal })
    .catch((error: unknown) => {
      allTime.throwIfAborted();
      if (!signal.aborted) throw error;
      const message = `${url.host} sent no answer within ${limits.headersMs / 1000} s.`;
      return { ok: false as const, code: 'timed-out', message };
    })
    .finally(() => {
      clearTimeout(timer);
      allTime.removeEventListener('abort', abort);
    });
  if (!sent.ok) return failed(sent.code, sent.message);
  const { response, body, close } = sent;
  const onAbort = (): void => void body.destroy(new Error('it took too long'));
  allTime.addEventListener('abort', onAbort, { once: true });
  if (allTime.aborted) onAbort();
  try {
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (REDIRECTS.has(status) && location !== undefined) {
      const to = URL.parse(location, url.href)?.href ?? location;
      return { kind: 'redirect', from: url.href, to, status };
    }
    const contentType = response.headers['content-type'];
    const read = await readPage(body, contentType, url, limits.bytes);
    const statusText = response.statusMessage ?? '';
    return { kind: 'page', page: { ...read, url: url.href, status, statusText, contentType } };
  } finally {
    allTime.removeEventListener('abort', onAbort);
    close();
  }
}

/** The same host and port, or with `www.` added or left out. */
function isSameSite(from: URL, to: URL): boolean {
  const bare = (url: URL): string => hostOf(url).replace(/^www\./, '');
  const isUpgrade =
    from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  return bare(from) === bare(to) && (from.port === to.port || isUpgrade);
}

function failed(code: string, message: string): FetchedPage {
  return { kind: 'failed', code, message };
}
