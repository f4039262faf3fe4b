import { parsePermissionMode } from '@sluice/core';
import type { LocalRuntime } from '@sluice/session';
import type { ControlAnswer } from './control-answer.ts';

/** @param value the mode that the client asks for */
export function setMode(permission: LocalRuntime['permission'], value: unknown): ControlAnswer {
  const mode = parsePermissionMode(value);
  if (mode === undefined)
    return { ok: false, error: `There is no permission mode ${JSON.stringify(value)}.` };
  if (mode === 'bypassPermissions' && !permission.current().isBypassAvailable)
    return {
      ok: false,
      error:
        'bypassPermissions must be allowed at the start with --allow-dangerously-skip-permissions, and not disabled in settings.',
    };
  const result = permission.apply({ type: 'setMode', mode, destination: 'session' });
  if (!result.ok) return { ok: false, error: result.message };
  return { ok: true, response: { mode } };
}
