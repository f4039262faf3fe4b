type Shell = typeof import('@sluice/shell');

let shell: Shell | undefined;

/** Loads the shell analysis. Its tables take several milliseconds, which a program that runs no commands saves. */
export async function loadShell(): Promise<void> {
  shell ??= await import('@sluice/shell');
}

/** @throws Error if it was not loaded. Without an answer, the caller fails closed. */
export function loadedShell(): Shell {
  if (shell === undefined) throw new Error('Bash was used before its load() had finished.');
  return shell;
}
