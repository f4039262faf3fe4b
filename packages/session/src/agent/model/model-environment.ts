import { judgeSetting, type LoadedSettings } from '@sluice/settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** Files that come with a repository: whoever wrote them must not choose where a person's key goes. */
const OF_REPOSITORIES = new Set(['project', 'local']);

/** The variables that a model is reached by: those of the process, and what the person and their policy set over them under `env`. */
export function modelEnvironment(settings: LoadedSettings, base: Environment): Environment {
  const set = judgeSetting(settings, 'env').flatMap(({ status, source, steps, value }) =>
    status === 'counts' && steps.length > 0 && !OF_REPOSITORIES.has(source)
      ? [[String(steps[0]), String(value)] as const]
      : [],
  );
  return set.length === 0 ? base : { ...base, ...Object.fromEntries(set) };
}
