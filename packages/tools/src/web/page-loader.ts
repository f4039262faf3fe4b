import type { CallContext } from '@sluice/core';
import { AddressGuard, type LookUp } from './address-guard.ts';
import { fetchPage, type FetchedPage } from './fetch-page.ts';
import { prepareHtmlConverter } from './html-converter.ts';
import { PageCache } from './page-cache.ts';
import { pageUrl, ruleHostOf } from './page-url.ts';
import { WEB_LIMITS, type WebLimits, CACHE_MS } from './web-limits.ts';
import type { HostVerdict, WebPorts } from './web-ports.ts';

export interface PageLoaderOptions {
  /** Default: `WEB_LIMITS`. */
  readonly limits?: WebLimits;
  /** Default: the system's. */
  readonly lookUp?: LookUp;
  /** Milliseconds of a clock. */
  readonly now?: () => number;
}

const FOLLOWED: ReadonlySet<HostVerdict> = new Set(['open', 'allowed-by-rule']);

/** Fetches the pages of one session, and keeps them for a while. */
export class PageLoader {
  readonly #ports: WebPorts;
  readonly #limits: WebLimits;
  readonly #guard: AddressGuard;
  readonly #cache: PageCache;

  constructor(ports: WebPorts, options: PageLoaderOptions) {
    const { limits = WEB_LIMITS, lookUp, now = () => performance.now() } = options;
    this.#ports = ports;
    this.#limits = limits;
    this.#guard = new AddressGuard(ports.allowPrivate, lookUp);
    this.#cache = new PageCache(cacheTime(ports.env['CLAUDE_CODE_WEBFETCH_CACHE_TTL_MS']), now);
  }

  /** @throws the reason of the call's signal */
  async load(url: URL, context: CallContext): Promise<FetchedPage> {
    const kept = this.#cache.get(url.href);
    if (kept !== undefined) return { kind: 'page', page: kept };
    prepareHtmlConverter();
    const { allowPrivate, env, verdictOn } = this.#ports;
    const fetched = await fetchPage(url, {
      guard: this.#guard,
      env,
      limits: this.#limits,
      signal: context.signal,
      mayFollow: (target) =>
        ruleHostOf(target) === ruleHostOf(url) || FOLLOWED.has(verdictOn(ruleHostOf(target), context)),
      secured(target) {
        const parsed = pageUrl(target.href, allowPrivate);
        return parsed.ok ? parsed.url : target;
      },
    });
    if (fetched.kind === 'page' && fetched.page.status < 400) {
      this.#cache.set(url.href, fetched.page);
      this.#cache.set(fetched.page.url, fetched.page);
    }
    return fetched;
  }
}

function cacheTime(text: string | undefined): number {
  return /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : CACHE_MS;
}
