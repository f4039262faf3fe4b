/** Whether named agents of a session are a team. */
export function hasTeams(env: Readonly<Record<string, string | undefined>>): boolean {
  return /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS']?.trim() ?? '');
}
