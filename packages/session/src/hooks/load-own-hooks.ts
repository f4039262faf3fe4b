import type { OwnHooks, ProgramHooks } from '../options/program-hooks.ts';

export const NO_OWN_HOOKS: OwnHooks = { ofCalls: () => [], ofSession: () => [], isFixed: true };

/** Nothing is loaded while there are none. */
export async function loadOwnHooks(given: ProgramHooks | undefined): Promise<OwnHooks> {
  if (given === undefined) return NO_OWN_HOOKS;
  const { ownHooks } = await import('./own-hooks.ts');
  return ownHooks(given);
}
