import { domainToASCII } from 'node:url';

/**
 * Whether a pattern of an allow list means this address. `*` matches any text, but before the path no slashes: it never
 * extends into another host. Without a path, only the root is meant, and without a port only the default one.
 */
export function allowsAddress(pattern: string, given: string): boolean {
  if (pattern === '*') return true;
  const url = new URL(given);
  const [, origin = '', path = ''] = /^([^/]*\/\/[^/]*|[^/]*)(.*)$/s.exec(pattern) ?? [];
  return (
    expressionOf(undotted(origin), '[^/@]*', 'i').test(undotted(`${url.protocol}//${url.host}`)) &&
    expressionOf(path === '' ? '/' : path, '.*', 's').test(url.pathname + url.search)
  );
}

/**
 * Whether a pattern of a deny list means this address. What a pattern leaves out, it leaves open: without a port it
 * means every port, without a path every path, and without a query every query.
 */
export function deniesAddress(pattern: string, given: string): boolean {
  if (pattern === '*') return true;
  const [, scheme = '', authority = '', path = '', query] =
    /^([^/]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/s.exec(pattern) ?? [];
  const [, host = authority, port = ''] = /^(\[[^\]]*\]|[^:]*):?([\d*]*)$/.exec(authority) ?? [];
  const url = new URL(given);
  return (
    expressionOf(scheme, '.*', 'i').test(url.protocol.slice(0, -1)) &&
    expressionOf(undotted(domainToASCII(host) || host), '.*', 'i').test(undotted(url.hostname)) &&
    (port === '' || expressionOf(port, '.*', '').test(url.port || defaultPort(url))) &&
    deniesPath(path, query, url)
  );
}

function deniesPath(path: string, query: string | undefined, { pathname, search }: URL): boolean {
  if (query !== undefined) return expressionOf((path || '/') + query, '.*', 's').test(pathname + search);
  if (path === '' || path === '/') return true;
  const expression = expressionOf(unslashed(path), '.*', 's');
  return [pathname, decoded(pathname)].some((one) => expression.test(one) || expression.test(unslashed(one)));
}

/** A server may read an escaped letter as the letter. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

function unslashed(path: string): string {
  return path.replace(/\/$/, '');
}

function defaultPort({ protocol }: URL): string {
  return protocol === 'https:' ? '443' : '80';
}

/** A dot at the end of a host's name names the same host. */
function undotted(origin: string): string {
  return origin.replace(/(?<=\w)\.(?=:\d*$|$)/, '');
}

function expressionOf(pattern: string, any: string, flags: string): RegExp {
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join(any)}$`, flags);
}
