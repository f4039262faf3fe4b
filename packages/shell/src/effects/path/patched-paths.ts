const NAMES = [
  /^(?:\+\+\+|---|\*\*\*) ([^\t\n]+)/gmu,
  /^(?:rename|copy) (?:from|to) ([^\n]+)/gmu,
  /^Index: ([^\n]+)/gmu,
];

/** `diff --git a/x b/x`: all that an empty or binary file is named by. */
const GIT = /^diff --git (\S+) (\S+)$/gmu;

/**
 * Paths that a patch changes, as the program that applies it reads them.
 * @param strip how many directories are taken off; undefined: all of them, or none
 */
export function patchedPaths(patch: string, strip: number | undefined): readonly string[] {
  const [headers = /(?!)/gu, renames = /(?!)/gu, index = /(?!)/gu] = NAMES;
  const written = [
    ...[...patch.matchAll(headers), ...patch.matchAll(index)].map(([, name = '']) => name),
    ...[...patch.matchAll(GIT)].flatMap(([, from = '', to = '']) => [from, to]),
  ]
    .map((name) => name.trim().replace(/^"(.*)"$/u, '$1'))
    .filter((name) => name !== '/dev/null' && name !== '');
  const stripped = written.flatMap((name) => {
    const parts = name.split('/');
    return strip === undefined
      ? [name, parts.at(-1) ?? name]
      : [parts.slice(Math.min(strip, parts.length - 1)).join('/')];
  });
  const renamed = [...patch.matchAll(renames)].map(([, name = '']) => name);
  return [...new Set([...stripped, ...renamed])];
}
