import { withheldSettings, type LoadedSettings } from '@sluice/settings';

const KEYS: ReadonlySet<string> = new Set(['model', 'modelPrices']);

/** What files of the repository say of the model, and that does not count for want of trust: a sentence for each. */
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
