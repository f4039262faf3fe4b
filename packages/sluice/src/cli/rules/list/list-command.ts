import { problemText } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { createPalette, wantsColor } from '@sluice/base';
import { openRules } from '../open-rules.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { listRules } from './list-rules.ts';
import { listText } from './list-text.ts';
import { directoryOrigins, modeOrigin } from './origins.ts';
import { jsonText } from '../../json-text.ts';

/** `sluice rules list`; returns the exit code. */
export async function listCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules list', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, ...SETTINGS_OPTION }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (positionals.length > 0) return wrong(`it takes no arguments; got ${JSON.stringify(positionals[0])}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const opened = openRules({
    ...placed.place,
    files: values.settings,
  });
  const { loaded } = opened;
  const errors = loaded.problems.filter(({ severity }) => severity === 'error');
  for (const problem of errors) say('sluice rules list', problemText(problem));
  const others = loaded.problems.length - errors.length;
  if (others > 0) say('sluice rules list', `problems in settings files: ${others}; run sluice rules check`);
  const rules = listRules(opened);
  const mode = modeOrigin(loaded);
  const directories = directoryOrigins(loaded);
  const status = await printAll(
    values.json === true
      ? jsonText({ rules: rules.map(toJson), mode, directories })
      : listText(rules, mode, directories, createPalette(wantsColor(process.stdout, process.env))),
  );
  return errors.length > 0 ? 1 : status;
}

function toJson({ text, unused, ...rest }: ReturnType<typeof listRules>[number]): object {
  return { rule: text, ...rest, used: unused === undefined, reason: unused };
}
