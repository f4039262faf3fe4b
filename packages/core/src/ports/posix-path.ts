/** Linux's limit. */
const LONGEST_CHAIN = 40;

/** Absolute, without `.`, `..`, doubled or trailing slashes. */
export function normalizePath(path: string, cwd: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Follows symbolic links in every part of a normalized path; a loop leaves the path as written. */
export function resolveLinks(path: string, linkAt: (path: string) => string | undefined): string {
  const pending = path.split('/').toReversed();
  let real = '/';
  let followed = 0;
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const next = normalizePath(part, real);
    const target = part === '' || part === '.' || part === '..' ? undefined : linkAt(next);
    if (target === undefined) {
      real = next;
      continue;
    }
    followed += 1;
    if (followed > LONGEST_CHAIN) return path;
    if (target.startsWith('/')) real = '/';
    pending.push(...target.split('/').toReversed());
  }
  return real;
}
