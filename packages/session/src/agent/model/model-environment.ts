import { judgeSetting, type LoadedSettings } from '@sluice/settings';

type Environment = Readonly<Record<string, string | undefined>>;

/** Files that come with a repository: their author must not choose where the user's key is sent. */
const OF_REPOSITORIES = new Set(['project', 'local']);

/**
 * The environment variables for reaching a model: those of the process, overridden by `env` in the user's and
 * the policy's settings.
 */
export function modelEnvironment(settings: LoadedSettings, base: Environment): Environment {
  const set = judgeSetting(settings, 'env').flatMap(({ status, source, steps, value }) =>
    status === 'counts' && steps.length > 0 && !OF_REPOSITORIES.has(source)
      ? [[String(steps[0]), String(value)] as const]
      : [],
  );
  return set.length === 0 ? base : { ...base, ...Object.fromEntries(set) };
}
