/** The session's program is built on the Claude Agent SDK, which says so in the environment. */
export function isOfAgentSdk(env: Readonly<Record<string, string | undefined>>): boolean {
  return (
    env['CLAUDE_AGENT_SDK_VERSION'] !== undefined ||
    env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') === true
  );
}
