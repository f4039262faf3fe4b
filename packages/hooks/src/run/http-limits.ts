import type { LoadedSettings } from '@sluice/settings';

/** Which URLs HTTP hooks may use and which variables they may send; undefined: any. */
export interface HttpLimits {
  readonly urls: readonly string[] | undefined;
  readonly variables: readonly string[] | undefined;
}

/** The settings' limits for HTTP hooks: if there is a list, it applies to every file's hooks; an empty one denies all. */
export function httpLimits({ setting }: Pick<LoadedSettings, 'setting'>): HttpLimits {
  return {
    urls: setting('allowedHttpHookUrls')?.value,
    variables: setting('httpHookAllowedEnvVars')?.value,
  };
}
