import type { HostList } from './host-list.ts';

/** Ports of the proxies inside: free there, because the network namespace is new, and below the ephemeral range. */
export const PROXY_PORT = 31_280;
export const SOCKS_PORT = 31_281;

/** Names of the command's own servers, which the proxy can't reach. */
const OWN_NAMES = 'localhost,127.0.0.1,::1';

/** The variables that programs use to find the proxy. */
export function proxyEnvironment({ socksProxyPort }: HostList): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${PROXY_PORT}`;
  // With a SOCKS proxy, Python programs need a package that is often missing, and fail without it.
  const any = socksProxyPort === undefined ? http : `socks5h://127.0.0.1:${SOCKS_PORT}`;
  return {
    http_proxy: http,
    HTTP_PROXY: http,
    https_proxy: http,
    HTTPS_PROXY: http,
    all_proxy: any,
    ALL_PROXY: any,
    no_proxy: OWN_NAMES,
    NO_PROXY: OWN_NAMES,
    // Node ignores the other variables without this one.
    NODE_USE_ENV_PROXY: '1',
  };
}
