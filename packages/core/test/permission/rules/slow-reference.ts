/** Path patterns and wildcards by way of regular expressions: simple, and slow on hostile patterns. */
export function slowPathPattern(pattern: string, root: string): RegExp {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isFloating = !pattern.startsWith('/') && segments.length === 1 && segments[0] !== '**';
  const endsBeneath = segments.at(-1) === '**';
  while (segments.at(-1) === '**') segments.pop();
  const steps = [...(isFloating ? ['**'] : []), ...segments].map((segment) =>
    segment === '**' ? '(?:/[^/]+)*' : `/${slowGlob(segment)}`,
  );
  const end = endsBeneath ? '(?:/[^/]+)+' : '(?:/[^/]+)*';
  return new RegExp(`^${quote(root)}${steps.join('')}${end}$`, 'su');
}

/** The source of an expression for one segment: `*`, `?`, classes of plain characters, `\`. */
export function slowGlob(segment: string): string {
  return segment.replaceAll(
    /\\(.)|\[([!^]?)([^\]/\\[-]+)\]|[^]/gu,
    (all, escaped?: string, not?: string, set?: string) => {
      if (escaped !== undefined) return quote(escaped);
      if (set !== undefined) return `(?=[^/])[${not === '' ? '' : '^'}${quote(set)}]`;
      if (all === '*') return '[^/]*';
      return all === '?' ? '[^/]' : quote(all);
    },
  );
}

export function slowWildcard(pattern: string): RegExp {
  return new RegExp(`^${pattern.split('*').map(quote).join('.*')}$`, 'su');
}

function quote(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
