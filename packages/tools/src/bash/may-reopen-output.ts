import type { AnalysedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

/** Names by which a program opens its own output once more. */
const NAMES = ['/dev/std', '/dev/fd', '/proc/'];

/**
 * A program that opens its output by name, as `echo x >/dev/stderr` in a script does, empties a file that stands behind
 * it. Programs that are known don't, but where they are given such a name; whatever is not known may.
 */
export function mayReopenOutput({ opaque, source, commands }: CommandAnalysis): boolean {
  if (opaque !== undefined || NAMES.some((name) => source.includes(name))) return true;
  return commands.some(mayReopen);
}

function mayReopen({ readsItself, isFileEdit, argv, files, redirections }: AnalysedCommand): boolean {
  if (!readsItself && !isFileEdit && argv.length > 0) return true;
  return [...files, ...redirections].some(isOutput);
}

function isOutput({ access, path }: FileEffect): boolean {
  if (path === undefined) return access !== 'read';
  return NAMES.some((name) => path.startsWith(name));
}
