import { pageUrl } from '../web/page-url.ts';

export type SocketUrl =
  /** `pageUrl`: the same with `http` or `https`, as rules, proxies and checks of addresses know it. */
  | { readonly ok: true; readonly url: URL; readonly pageUrl: URL }
  | { readonly ok: false; readonly message: string };

/** The address of a WebSocket as it will be opened: with TLS, unless its host is one of the private hosts. */
export function socketUrl(text: string, allowPrivate: readonly string[]): SocketUrl {
  const given = URL.parse(text.trim());
  if (given === null || (given.protocol !== 'ws:' && given.protocol !== 'wss:')) {
    const shown = JSON.stringify(text.slice(0, 200));
    return {
      ok: false,
      message: `${shown} is not the URL of a WebSocket. Pass a complete one, such as wss://example.com/events.`,
    };
  }
  const parsed = pageUrl(given.href.replace(/^ws/, 'http'), allowPrivate);
  if (!parsed.ok)
    return { ok: false, message: parsed.message.replace('pages are fetched', 'sockets are opened') };
  return { ok: true, url: new URL(parsed.url.href.replace(/^http/, 'ws')), pageUrl: parsed.url };
}
