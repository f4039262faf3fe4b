/** Why a hook may not use a URL; undefined if it may. */
export function urlProblem(text: string, allowed: readonly string[] | undefined): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return 'its "url" is not a valid URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'its "url" is neither http: nor https:';
  if (allowed === undefined || allowed.some((pattern) => fits(pattern, url.href))) return undefined;
  return 'no pattern of "allowedHttpHookUrls" allows its "url"';
}

/**
 * `*` matches any characters. The pattern is compared with the normalized URL, so that no spelling of another host (`http://allowed@evil/`,
 * `http://EVIL`) passes for what a pattern means.
 */
function fits(pattern: string, href: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop();
  if (last === undefined)
    return href === pattern || (URL.canParse(pattern) && new URL(pattern).href === href);
  if (!href.startsWith(first) || href.length < first.length + last.length || !href.endsWith(last))
    return false;
  const end = href.length - last.length;
  let from = first.length;
  for (const part of rest) {
    const at = href.indexOf(part, from);
    if (at === -1 || at + part.length > end) return false;
    from = at + part.length;
  }
  return true;
}
