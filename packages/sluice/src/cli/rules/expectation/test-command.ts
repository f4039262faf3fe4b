import { presentItems } from '@sluice/base';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { openExplainer } from '../../explain/open-explainer.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { createExpectationRunner } from './create-expectation-runner.ts';
import type { PlacedExpectation } from './expectation.ts';
import { readExpectationFile } from './read-expectation-file.ts';
import { runExpectations, type ExpectationFailure, type ExpectationResults } from './run-expectations.ts';
import { settingsExpectations } from './settings-expectations.ts';
import { jsonText } from '../../json-text.ts';

const NONE_ANYWHERE =
  'no expectations found: write them as "permissions": {"tests": [{"tool": …, "input": …, "expect": …}]}';
const NONE_NAMED = 'no expectations found in these files: write one JSON object per line';

/** `sluice rules test`; returns the exit code. */
export async function testCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice rules test', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, ...SETTINGS_OPTION }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals: files } = line.parsed;
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const { cwd } = placed.place;
  const only = values.settings === undefined ? {} : { files: values.settings, sources: [] };
  const opened = await openExplainer(cwd, { cwd, permissionMode: undefined, settings: only });
  if (!opened.ok) {
    for (const problem of opened.problems) say('sluice rules test', problem);
    return 1;
  }
  const { explainer } = opened;
  const { notices, loaded } = explainer.permission;
  for (const notice of notices) say('sluice rules test', notice);
  const named = readFiles(files);
  if (named === undefined) return 1;
  const isNamed = files.length > 0;
  const expectations = isNamed ? named : settingsExpectations(loaded.layers);
  const results = await runExpectations(expectations, createExpectationRunner(explainer, cwd));
  const isEmpty = expectations.length === 0;
  const text = isEmpty ? `${isNamed ? NONE_NAMED : NONE_ANYWHERE}\n` : resultsText(results);
  const isGood = results.failed === 0 && !(isEmpty && isNamed);
  const status = await printAll(values.json === true ? jsonText({ ok: isGood, ...results }) : text);
  return isGood ? status : 1;
}

function readFiles(files: readonly string[]): readonly PlacedExpectation[] | undefined {
  const read = files.map(readExpectationFile);
  for (const each of read) if (!each.ok) say('sluice rules test', each.message);
  if (read.some(({ ok }) => !ok)) return undefined;
  return read.flatMap((each) => (each.ok ? each.expectations : []));
}

function resultsText({ passed, failed, failures }: ExpectationResults): string {
  return [...failures.map(failureText), `${passed} passed, ${failed} failed`]
    .map((line) => `${line}\n`)
    .join('');
}

function failureText({ place, call, message }: ExpectationFailure): string {
  return sanitize(presentItems([place, call, message]).join(': '));
}
