const MAX_PATH = 4096;

/** Nothing for what is not a path: the code of `sh -c`, say, or a relative one in an unknown directory. */
export function absolutePath(path: string, cwd: string | undefined): readonly string[] {
  if (path === '' || path === '-' || path.length > MAX_PATH || path.includes('\n')) return [];
  if (path.startsWith('/')) return [path];
  return cwd === undefined ? [] : [`${cwd === '/' ? '' : cwd}/${path}`];
}
