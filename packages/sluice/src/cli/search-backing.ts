import { modelAccess } from '@sluice/agent';
import { missingSearch, searchSettings } from '@sluice/session';
import { commandEnvironment, type LoadedSettings } from '@sluice/settings';

/** What WebSearch asks under the settings of a directory, with the model that they choose. */
export interface SearchBacking {
  /** The service, in words. Undefined: there is none. */
  readonly service: string | undefined;
  /** Why there is none, and how to configure one. */
  readonly problem: string | undefined;
  /** A service was chosen in the settings. */
  readonly isConfigured: boolean;
}

export function searchBacking(
  loaded: LoadedSettings,
  base: Readonly<Record<string, string | undefined>>,
): SearchBacking {
  const settings = searchSettings(loaded);
  const { env } = commandEnvironment(loaded, base);
  const found = modelAccess({ env, settings: { model: loaded.setting('model')?.value } });
  const problem = missingSearch({
    ...{ loaded, env },
    service: found.ok ? found.access.searchesWeb : undefined,
  });
  const isConfigured = settings !== undefined;
  if (problem !== undefined) return { service: undefined, problem, isConfigured };
  const asksModel = settings === undefined || settings.backend === 'model';
  const model = found.ok ? found.access.model : 'the model';
  return {
    service: asksModel ? `the service of ${model}` : (settings.backend ?? ''),
    problem,
    isConfigured,
  };
}
