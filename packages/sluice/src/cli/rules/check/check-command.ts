import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { counted } from '../counted.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { withheldLines } from '../trust/withheld-lines.ts';
import { SYNOPSIS } from '../usage.ts';
import type { CheckResult } from './check-rules.ts';
import { examineSettings } from './examine-settings.ts';
import { problemCount } from './problem-count.ts';
import { jsonText } from '../../json-text.ts';

/** `sluice rules check`; returns the exit code. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules check', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, ...SETTINGS_OPTION }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [extra] = positionals;
  if (extra !== undefined) return wrong(`it takes no arguments; for a file, use --settings ${extra}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const only = values.settings === undefined ? {} : { files: values.settings, sources: [] };
  const { loaded, ...examined } = await examineSettings({ ...placed.place, ...only });
  const findings = examined.findings.map((finding) => ({ ...finding, text: sanitize(finding.text) }));
  const result = { ...examined, findings };
  const withheld = (await withheldLines(loaded)).map(sanitize);
  const isGood = result.findings.length === 0;
  const status = await printAll(
    values.json === true
      ? jsonText({ ok: isGood, ...result, withheld })
      : checkText(result, withheld, loaded.trustRoot),
  );
  return isGood ? status : 1;
}

function checkText(
  { findings, files, rules, hooks }: CheckResult,
  withheld: readonly string[],
  trustRoot: string,
): string {
  const found = problemCount(findings);
  const ofHooks = hooks === 0 ? '' : `, ${counted(hooks, 'hook')}`;
  const summary = `${found} in ${counted(files, 'file')}, ${counted(rules, 'rule')}${ofHooks}`;
  const waiting =
    withheld.length === 0
      ? []
      : [
          `not applied, because ${sanitize(trustRoot)} is not trusted (sluice rules trust):`,
          ...withheld.map((text) => `  ${text}`),
        ];
  return [...findings.map(({ text }) => text), summary, ...waiting].map((line) => `${line}\n`).join('');
}
