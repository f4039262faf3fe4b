const END_MS = 1500;
const MAX_END_MS = 60_000;
const END_VARIABLES = ['SLUICE_SESSIONEND_HOOKS_TIMEOUT_MS', 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS'];

/**
 * Milliseconds that a session's end waits for hooks: from one of the hooks or from the environment.
 * @param longest timeout of one of the hooks, in milliseconds
 */
export function endBound(longest: number, env: Readonly<Record<string, string | undefined>>): number {
  const said = END_VARIABLES.map((name) => env[name]).find(
    (value) => value !== undefined && /^[1-9]\d{0,8}$/.test(value),
  );
  return Math.min(MAX_END_MS, said === undefined ? Math.max(END_MS, longest) : Number(said));
}
