/** Whether `path` is `directory` or below it. Both absolute and normalized. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}
