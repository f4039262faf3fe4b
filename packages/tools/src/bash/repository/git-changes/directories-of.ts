/** Every directory above these paths, without the top. */
export function directoriesOf(paths: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end);
      if (found.has(directory)) break;
      found.add(directory);
    }
  }
  return found;
}

export function isBelowOne(path: string, directories: ReadonlySet<string>): boolean {
  return [...directoriesOf([path])].some((directory) => directories.has(directory));
}
