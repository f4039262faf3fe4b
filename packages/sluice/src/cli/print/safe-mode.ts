/** Options that add what safe mode leaves out. */
const ADDITIONS = [
  'agents',
  'plugin-dir',
  'plugin-dir-no-mcp',
  'mcp-config',
  'permission-prompt-tool',
] as const;

/** `--safe-mode`, or `CLAUDE_CODE_SAFE_MODE=1`. */
export function isSafeMode(
  values: { readonly 'safe-mode'?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return (
    values['safe-mode'] === true || /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_SAFE_MODE']?.trim() ?? '')
  );
}

/** Reports an option that safe mode can't honor: never ignored, since the user relies on it. */
export function safeModeProblem(values: { readonly [Name in (typeof ADDITIONS)[number]]?: unknown }):
  | string
  | undefined {
  const name = ADDITIONS.find((each) => values[each] !== undefined && values[each] !== 'stdio');
  return name === undefined
    ? undefined
    : `--safe-mode leaves out agents, plugins and MCP servers, so --${name} can't be combined with it`;
}
