import type { LoadedSettings } from '@sluice/settings';

/** Where hooks over HTTP may go and what they may take along; undefined: anywhere, anything. */
export interface HttpLimits {
  readonly urls: readonly string[] | undefined;
  readonly variables: readonly string[] | undefined;
}

/** What the settings allow hooks over HTTP: a list that is there bounds every file's hooks, an empty one forbids all. */
export function httpLimits(loaded: Pick<LoadedSettings, 'setting'>): HttpLimits {
  return {
    urls: listOf(loaded, 'allowedHttpHookUrls'),
    variables: listOf(loaded, 'httpHookAllowedEnvVars'),
  };
}

function listOf({ setting }: Pick<LoadedSettings, 'setting'>, key: string): readonly string[] | undefined {
  const value = setting(key)?.value;
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  return items.filter((item) => typeof item === 'string');
}
