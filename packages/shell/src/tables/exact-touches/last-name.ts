/** Of `a/b/` it is `b`; of `..`, `/` and what isn't known nothing that could be a name. */
export function lastName(path: string | undefined): string | undefined {
  const last = path?.split('/').findLast((part) => part !== '');
  return last === '.' || last === '..' ? undefined : last;
}
