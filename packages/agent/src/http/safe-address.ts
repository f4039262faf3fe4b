/** An address as it may stand in a message: without user, password and query, where keys are found. */
export function safeAddress(url: URL): string {
  const path = url.pathname === '/' ? '' : url.pathname;
  return `${url.protocol}//${url.host}${path}`;
}
