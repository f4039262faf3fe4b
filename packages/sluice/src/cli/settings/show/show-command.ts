import { loadSettings, problemText } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { createPalette, wantsColor } from '@sluice/base';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { keysToShow } from './keys-to-show.ts';
import { showJson } from './show-json.ts';
import { showSettings } from './show-settings.ts';
import { showText } from './show-text.ts';

/** `sluice settings show`; returns the exit code. */
export async function showCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice settings show', message, SYNOPSIS);
  const options = { ...COMMON_OPTIONS, ...SETTINGS_OPTION, origin: { type: 'boolean' } } as const;
  const line = parseCommandLine(args, options, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const loaded = loadSettings({
    ...placed.place,
    files: values.settings,
  });
  const keys = keysToShow(loaded, positionals);
  if (!keys.ok) return wrong(keys.message);
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  for (const problem of errors) say('sluice settings show', problemText(problem));
  const others = loaded.problems.length - errors.length;
  if (others > 0)
    say('sluice settings show', `problems in settings files: ${others}; run sluice rules check`);
  const shown = showSettings(loaded, keys.keys);
  const palette = createPalette(wantsColor(process.stdout, process.env));
  const status = await printAll(
    values.json === true ? showJson(shown) : showText(shown, values.origin === true, palette),
  );
  return errors.length > 0 ? 1 : status;
}
