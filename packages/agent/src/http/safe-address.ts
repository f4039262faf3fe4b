/** A URL that is safe to show: without user, password, and query, which may hold keys. */
export function safeAddress(url: URL): string {
  const path = url.pathname === '/' ? '' : url.pathname;
  return `${url.protocol}//${url.host}${path}`;
}
