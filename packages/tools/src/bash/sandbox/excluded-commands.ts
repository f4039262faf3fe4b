import { loadedShell } from '../settings/shell.ts';

/** Ignores invalid patterns. Call only after the shell's tables are loaded. */
export function excludedCommands(patterns: readonly string[]): (text: string) => boolean {
  const compiled = patterns.flatMap((pattern) => {
    const found = loadedShell().compileCommandPattern(pattern);
    return 'problem' in found ? [] : [found];
  });
  return (text) => compiled.some((pattern) => pattern.matches(text));
}
