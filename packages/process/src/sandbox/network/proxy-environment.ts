import type { HostList } from './host-list.ts';

/** Where the proxies listen inside: free there, for the network is new, and below what the kernel gives out by itself. */
export const PROXY_PORT = 31_280;
export const SOCKS_PORT = 31_281;

/** What the command's own servers are called: a proxy knows nothing of them. */
const OWN_NAMES = 'localhost,127.0.0.1,::1';

/** The variables by which programs find the proxy. */
export function proxyEnvironment({ socksProxyPort }: HostList): Readonly<Record<string, string>> {
  const http = `http://127.0.0.1:${PROXY_PORT}`;
  // One of SOCKS needs a package that programs in Python often lack, which then fail altogether.
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
    // Node takes no notice of the others without it.
    NODE_USE_ENV_PROXY: '1',
  };
}
