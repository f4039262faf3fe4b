import type { LoadedSettings } from '@sluice/settings';

/** Where hooks over HTTP may go and what they may take along; undefined: anywhere, anything. */
export interface HttpLimits {
  readonly urls: readonly string[] | undefined;
  readonly variables: readonly string[] | undefined;
}

/** What the settings allow hooks over HTTP: a list that is there bounds every file's hooks, an empty one forbids all. */
export function httpLimits({ setting }: Pick<LoadedSettings, 'setting'>): HttpLimits {
  return {
    urls: setting('allowedHttpHookUrls')?.value,
    variables: setting('httpHookAllowedEnvVars')?.value,
  };
}
