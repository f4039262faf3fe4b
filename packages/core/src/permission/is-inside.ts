/** Whether `path` is `directory` or beneath it. Both absolute and normalised. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || directory === '/' || path.startsWith(`${directory}/`);
}
