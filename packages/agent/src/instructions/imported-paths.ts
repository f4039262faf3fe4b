import { isAbsolute, join, resolve } from 'node:path';

/** The files that a text names as `@path`: in prose, not in code, and only at the start of a word. */
export function importedPaths(text: string, directory: string, home: string): readonly string[] {
  const named: string[] = [];
  let isFenced = false;
  for (const line of text.split('\n')) {
    if (line.trimStart().startsWith('```')) isFenced = !isFenced;
    if (isFenced) continue;
    for (const word of withoutCode(line).split(/\s+/)) {
      if (!word.startsWith('@') || word.length < 2) continue;
      const path = word.slice(1).replace(/[.,;:!?)\]]+$/, '');
      // Skip user handles.
      if (!/[./]/.test(path)) continue;
      named.push(absolutePath(path, directory, home));
    }
  }
  return named;
}

function absolutePath(path: string, directory: string, home: string): string {
  if (path.startsWith('~/')) return join(home, path.slice(2));
  return isAbsolute(path) ? resolve(path) : resolve(directory, path);
}

function withoutCode(line: string): string {
  return line
    .split('`')
    .filter((_part, index) => index % 2 === 0)
    .join(' ');
}
