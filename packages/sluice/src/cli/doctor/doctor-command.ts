import { parseCommandLine } from '../parse-command-line.ts';
import { print, printAll } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { wantsColor } from '@sluice/base';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../settings-place.ts';
import { PLUGIN_EXPECTED, PLUGIN_OPTION, pluginServers } from '../mcp/plugin-servers.ts';
import { diagnose } from './diagnose.ts';
import { doctorText } from './doctor-text.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';

const OPTIONS = {
  ...COMMON_OPTIONS,
  ...SETTINGS_OPTION,
  ...PLUGIN_OPTION,
  help: { type: 'boolean', short: 'h' },
} as const;

/** `sluice doctor`; returns the exit code. */
export async function doctorCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice doctor', message, SYNOPSIS);
  const line = parseCommandLine(args, OPTIONS, { ...EXPECTED, ...PLUGIN_EXPECTED });
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return print(fitHelp(HELP));
  if (positionals.length > 0) return wrong(`it takes no arguments; got ${JSON.stringify(positionals[0])}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const read = await pluginServers(values['plugin-dir'], placed.place.cwd);
  if (!read.ok) return wrong(read.message);
  const findings = await diagnose(placed.place, values.settings, read.plugins);
  const isFit = findings.every(({ status }) => status !== 'bad');
  const status = await printAll(
    values.json === true
      ? jsonText({ ok: isFit, findings })
      : doctorText(findings, wantsColor(process.stdout, process.env)),
  );
  return isFit ? status : 1;
}
