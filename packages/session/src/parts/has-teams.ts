import type { LoadedSettings } from '@sluice/settings';

/** Whether named agents of a session are a team. */
export function hasTeams(env: Readonly<Record<string, string | undefined>>): boolean {
  return /^(1|true|yes|on)$/i.test(env['CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS']?.trim() ?? '');
}

/** Why a setting for teammates has no effect. */
export function teamNotices(
  { setting }: Pick<LoadedSettings, 'setting'>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const mode = setting('teammateMode')?.value;
  return !hasTeams(env) || mode === undefined || mode === 'in-process'
    ? []
    : [`The setting "teammateMode" is "${mode}", but teammates always run in the session's process.`];
}
