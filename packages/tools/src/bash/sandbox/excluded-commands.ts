import { loadedShell } from '../settings/shell.ts';

/** A pattern that makes no sense excludes nothing. To be asked once the shell's tables are loaded. */
export function excludedCommands(patterns: readonly string[]): (text: string) => boolean {
  const compiled = patterns.flatMap((pattern) => {
    const found = loadedShell().compileCommandPattern(pattern);
    return 'problem' in found ? [] : [found];
  });
  return (text) => compiled.some((pattern) => pattern.matches(text));
}
