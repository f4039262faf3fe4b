import type { LoadedSettings } from '@sluice/settings';

/**
 * How many configured hooks a run would call before calls of these tools, or when the user would be asked about them.
 */
export async function askedHooks(loaded: LoadedSettings, toolNames: readonly string[]): Promise<number> {
  if (loaded.traced('hooks').length === 0) return 0;
  const { listHooks } = await import('@sluice/hooks');
  const names = [...new Set(toolNames)];
  return listHooks(loaded, names).hooks.filter(
    ({ event, takes, whyNot }) =>
      (event === 'PreToolUse' || event === 'PermissionRequest') &&
      whyNot === undefined &&
      (takes?.length ?? 0) > 0,
  ).length;
}

/** For the user; undefined if there are none. */
export function askedHooksText(count: number): string | undefined {
  if (count === 0) return undefined;
  const [hooks, are] = count === 1 ? ['1 hook', 'it is'] : [`${count} hooks`, 'they are'];
  return `${hooks} would run and may change the decision; ${are} not run here (to run hooks: sluice hooks test)`;
}
