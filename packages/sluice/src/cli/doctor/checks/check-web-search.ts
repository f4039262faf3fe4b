import type { LoadedSettings } from '@sluice/settings';
import { searchBacking } from '../../search-backing.ts';
import type { Finding } from '../finding.ts';

/** Whether WebSearch has a service to ask. Asks none. */
export function checkWebSearch(
  loaded: LoadedSettings,
  env: Readonly<Record<string, string | undefined>>,
): Finding {
  const name = 'WebSearch';
  const { service, problem, isConfigured } = searchBacking(loaded, env);
  if (problem === undefined) return { name, status: 'good', text: `asks ${service}` };
  const [what = '', ...how] = problem.split(/(?<=\.) (?=To )/);
  return { name, status: isConfigured ? 'doubtful' : 'absent', text: what, details: how };
}
