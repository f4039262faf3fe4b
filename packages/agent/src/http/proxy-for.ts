import { isExempt } from './is-exempt.ts';
import { safeAddress } from './safe-address.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How to reach a server. */
export type Route =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: URL; readonly variable: string }
  | { readonly kind: 'unusable'; readonly message: string };

const VARIABLES = new Map([
  ['http:', ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']],
  ['https:', ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']],
]);

/** The proxy that the environment sets for this URL. Lowercase variables win, as in curl. */
export function proxyFor(url: URL, env: Environment): Route {
  const variable = (VARIABLES.get(url.protocol) ?? []).find((name) => (env[name] ?? '') !== '');
  if (variable === undefined) return { kind: 'direct' };
  if (isExempt(url, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return { kind: 'direct' };
  const text = env[variable] ?? '';
  const address = text.includes('://') ? text : `http://${text}`;
  if (!URL.canParse(address)) {
    const message = `The environment variable ${variable} is not a proxy address. Expected something like http://proxy.example:8080; correct or unset it, or list this server in NO_PROXY.`;
    return { kind: 'unusable', message };
  }
  const proxy = new URL(address);
  if (proxy.protocol === 'http:' || proxy.protocol === 'https:') return { kind: 'proxy', proxy, variable };
  const what = proxy.protocol.startsWith('socks') ? 'a SOCKS proxy' : 'not an HTTP proxy';
  const message = `The proxy ${safeAddress(proxy)} from the environment variable ${variable} is ${what}, and only HTTP proxies are supported. Use one with http:// or https://, or list ${url.hostname} in NO_PROXY.`;
  return { kind: 'unusable', message };
}
