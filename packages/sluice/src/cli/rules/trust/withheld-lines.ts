import { withPeerHooks } from '../../hooks/with-peer-hooks.ts';
import { valueText, withheldSettings, type LoadedSettings, type WithheldSetting } from '@sluice/settings';
import { listHooks } from '@sluice/hooks';

const MAX_CHARS = 120;

/**
 * What is waiting for trust, one line each: rules, directories, the mode, variables, hooks by their programs, and other
 * settings. Sanitize them where they are displayed.
 */
export async function withheldLines(loaded: LoadedSettings): Promise<readonly string[]> {
  const withheld = withheldSettings(loaded);
  const { hooks } = listHooks(await withPeerHooks(loaded), []);
  const untrusted = hooks.filter(({ source, isWithheld }) => isWithheld && source !== 'managed');
  return [
    ...withheld.filter(({ key }) => key !== 'hooks').map(lineOf),
    ...untrusted.map(({ event, hook }) => `hook ${event}: ${hook}`),
  ];
}

function lineOf({ key, part }: WithheldSetting): string {
  const { given, steps } = part;
  const text = typeof given === 'string' ? given : valueText(given, MAX_CHARS);
  switch (key) {
    case 'permissions.allow':
      return `allow ${text}`;
    case 'permissions.additionalDirectories':
      return `directory ${text}`;
    case 'permissions.defaultMode':
      return `mode ${text}`;
    case 'env':
      return `variable ${steps.join('.')}=${text}`;
    default:
      return `${[key, ...steps.filter((step) => typeof step === 'string')].join('.')}: ${valueText(given, MAX_CHARS)}`;
  }
}
