import { withheldSettings, type LoadedSettings } from '@sluice/settings';

const KEYS: ReadonlySet<string> = new Set(['model', 'modelPrices']);

/** Model settings in the repository's files that are ignored because it is not trusted, one sentence each. */
export function ignoredModelSettings(
  settings: Pick<LoadedSettings, 'layers' | 'problems' | 'trustRoot'>,
): readonly string[] {
  const told = withheldSettings(settings).flatMap(({ key, part: { file, source } }) =>
    KEYS.has(key)
      ? [
          `Not used: "${key}" of ${file ?? source}, because the directory is not trusted. To use it: sluice rules trust.`,
        ]
      : [],
  );
  return [...new Set(told)];
}
