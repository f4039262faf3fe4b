import { isIP } from 'node:net';
import { hostOf } from './host-of.ts';
import { privateHosts } from './private-hosts.ts';
import { MAX_URL_LENGTH } from './web-limits.ts';

export type ParsedUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly message: string };

/** The address of a page, as it will be requested: with `https`, unless its host is one of the private hosts. */
export function pageUrl(text: string, allowPrivate: readonly string[]): ParsedUrl {
  const wrong = (message: string): ParsedUrl => ({ ok: false, message });
  if (text.length > MAX_URL_LENGTH)
    return wrong(`The URL has ${text.length} characters; the limit is ${MAX_URL_LENGTH}.`);
  const url = URL.parse(text.trim());
  if (url === null) {
    const shown = JSON.stringify(text.slice(0, 200));
    return wrong(`${shown} is not a URL. Pass a complete one, such as https://example.com/page.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return wrong(`URLs with ${url.protocol} can't be fetched. Use https:// or http://.`);
  if (url.username !== '' || url.password !== '')
    return wrong(
      'The URL has a user name or a password. Leave them out: pages are fetched without signing in.',
    );
  url.hash = '';
  if (url.protocol === 'http:' && !privateHosts(allowPrivate)(url)) url.protocol = 'https:';
  return { ok: true, url };
}

/** The host as rules name it: IPv6 addresses in brackets. */
export function ruleHostOf(url: URL): string {
  const host = hostOf(url);
  return isIP(host) === 6 ? `[${host}]` : host;
}
