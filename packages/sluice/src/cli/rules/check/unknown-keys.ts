import { judgeSetting, settingKey, type LoadedSettings, type SettingsProblem } from '@sluice/settings';
import { keysToShow } from '../../settings/show/keys-to-show.ts';

/**
 * Keys unknown to Sluice, except the near misses that `loaded` reports itself. A session doesn't report them: other
 * programs may use the file too.
 */
export function unknownKeys(loaded: LoadedSettings): readonly SettingsProblem[] {
  const told = new Set(loaded.problems.map(placeOf));
  const keys = keysToShow(loaded, []);
  const unknown = keys.ok ? keys.keys.filter((key) => settingKey(key) === undefined) : [];
  return unknown.flatMap((key) =>
    judgeSetting(loaded, key).flatMap(({ source, file, line, column }): readonly SettingsProblem[] => {
      const problem: SettingsProblem = {
        code: 'unknown-key',
        severity: 'warning',
        source,
        file,
        line,
        column,
        message: `${JSON.stringify(key.slice(0, 80))} is not a known key and has no effect (docs/settings.md lists the known ones).`,
      };
      return told.has(placeOf(problem)) ? [] : [problem];
    }),
  );
}

function placeOf({ file, line, column }: SettingsProblem): string {
  return JSON.stringify([file, line, column]);
}
