import { getOwn, parsePermissionMode } from '@sluice/core';
import { flagSettingsProblem } from './flag-settings.ts';
import { initializeProblem } from './initialize-problem.ts';

/**
 * Why a request that may restrict what runs can't be honored; undefined: it can, or it restricts nothing. Clients send
 * the prompt without waiting for the response, so the prompt must not be processed after such a problem.
 * @param first the `initialize` that the session began with. Default: there was none
 */
export function restrictionProblem(request: object, first?: object): string | undefined {
  switch (getOwn(request, 'subtype')) {
    case 'initialize':
      return initializeProblem(request, true, first);
    case 'set_permission_mode': {
      const mode = getOwn(request, 'mode');
      if (parsePermissionMode(mode) !== undefined) return undefined;
      return `There is no permission mode ${JSON.stringify(mode)?.slice(0, 80) ?? 'without a name'}. The run ends here, because the mode may have been a stricter one.`;
    }
    case 'apply_flag_settings':
      return flagSettingsProblem(getOwn(request, 'settings'));
    default:
      return undefined;
  }
}
