import { isInUndecidedCall } from '@sluice/process';
import type { SettingsPlace } from '../place/options.ts';
import type { SaveFailure } from './save-result.ts';

/** Refuses what gives rights to agents inside a tool call whose words don't show it. Undefined: it may be saved. */
export function refusedInCall(
  place: Pick<SettingsPlace, 'home'> & { readonly cwd?: string },
): SaveFailure | undefined {
  if (!isInUndecidedCall(place)) return undefined;
  return {
    ok: false,
    code: 'unwritable',
    message:
      "It was not saved: this runs inside a tool call whose text doesn't show that it grants rights, so no one could approve it.",
  };
}
