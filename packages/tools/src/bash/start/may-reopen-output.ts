import type { AnalyzedCommand, CommandAnalysis } from '@sluice/shell';

/**
 * A program that opens its output by name, like `echo x >/dev/stderr` in a script, truncates a file behind it. Known programs do so only
 * if they are passed such a name; unknown ones may. Searches the text, because these names are not files to rules.
 */
export function mayReopenOutput({ opaque, source, commands }: CommandAnalysis): boolean {
  return opaque !== undefined || namesOutput(source) || commands.some(mayReopen);
}

/** `/dev/stdout`, `/dev/fd/1`, `/proc/self/fd/1`, or the start of it in a variable. */
function namesOutput(source: string): boolean {
  const rest = source.replaceAll('/dev/null', '');
  return rest.includes('/dev') || rest.includes('/proc');
}

function mayReopen({ readsItself, isFileEdit, argv, redirections }: AnalyzedCommand): boolean {
  if (!readsItself && !isFileEdit && argv.length > 0) return true;
  return redirections.some(({ access, path }) => path === undefined && access === 'write');
}
