import { peerHookFiles } from '@sluice/session';
import { valueText, withheldSettings, type LoadedSettings, type WithheldSetting } from '@sluice/settings';

const MAX_CHARS = 120;

/**
 * What is waiting for trust, one line each: rules, directories, the mode, variables, hooks by their programs, and other
 * settings. Sanitize them where they are displayed.
 */
export async function withheldLines(loaded: LoadedSettings): Promise<readonly string[]> {
  const settings = withheldSettings(loaded).filter(({ key }) => key !== 'hooks');
  const hooks = await withheldHooks(loaded);
  return [...settings.map(lineOf), ...hooks.map(({ event, hook }) => `hook ${event}: ${hook}`)];
}

/** Most directories have no hooks: what reads them is loaded where there are some. */
async function withheldHooks(
  loaded: LoadedSettings,
): Promise<readonly { readonly event: string; readonly hook: string }[]> {
  const { cwd, home } = loaded;
  const hasHooks =
    loaded.traced('hooks').length > 0 ||
    (await peerHookFiles({ cwd, home, readsUser: true, readsProject: true })).length > 0;
  if (!hasHooks) return [];
  const { listHooks } = await import('@sluice/hooks');
  const { withPeerHooks } = await import('../../hooks/with-peer-hooks.ts');
  const { hooks } = listHooks(await withPeerHooks(loaded), []);
  return hooks.filter(({ source, isWithheld }) => isWithheld && source !== 'managed');
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
