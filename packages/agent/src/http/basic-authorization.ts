/** The header value for the user and password in a URL; undefined if it has none. */
export function basicAuthorization(url: URL): string | undefined {
  if (url.username === '' && url.password === '') return undefined;
  const pair = `${decode(url.username)}:${decode(url.password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
