type Shell = typeof import('@sluice/shell');

let shell: Shell | undefined;

/** Loads what knows shell commands. Its tables cost several milliseconds, which a program without commands saves. */
export async function loadShell(): Promise<void> {
  shell ??= await import('@sluice/shell');
}

/** @throws Error when it was not loaded: whatever is asked then has no answer, and counts as closed. */
export function loadedShell(): Shell {
  if (shell === undefined) throw new Error('Bash was asked before its load() had ended.');
  return shell;
}
