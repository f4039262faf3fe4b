import { modelAccess } from '@sluice/agent';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';
import type { Finding } from '../finding.ts';

/** Whether a session would have a model, and a key for it. Asks none. */
export function checkModel(
  loaded: LoadedSettings,
  base: Readonly<Record<string, string | undefined>>,
): Finding {
  const name = 'Model';
  const { env } = commandEnvironment(loaded, base);
  const found = modelAccess({ env, settings: { model: loaded.setting('model')?.value } });
  if (!found.ok) {
    const [what = '', ...how] = found.message.split('\n');
    return { name, status: 'absent', text: what, details: how.map((line) => line.trim()) };
  }
  const { model, source } = found.access;
  return { name, status: 'good', text: source === undefined ? model : `${model}, with ${source}` };
}
