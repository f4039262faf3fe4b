import type { AnalysedCommand, CommandAnalysis } from '@sluice/shell';

/**
 * A program that opens its output by name, as `echo x >/dev/stderr` in a script does, empties a file that stands behind
 * it. Programs that are known don't, but where they are given such a name; whatever is not known may. Looked for in the
 * text, since to rules these names are no files.
 */
export function mayReopenOutput({ opaque, source, commands }: CommandAnalysis): boolean {
  return opaque !== undefined || namesOutput(source) || commands.some(mayReopen);
}

/** `/dev/stdout`, `/dev/fd/1`, `/proc/self/fd/1`, or the beginning of it in a variable. */
function namesOutput(source: string): boolean {
  const rest = source.replaceAll('/dev/null', '');
  return rest.includes('/dev') || rest.includes('/proc');
}

function mayReopen({ readsItself, isFileEdit, argv, redirections }: AnalysedCommand): boolean {
  if (!readsItself && !isFileEdit && argv.length > 0) return true;
  return redirections.some(({ access, path }) => path === undefined && access === 'write');
}
