import { sanitize } from '@sluice/core';
import type { Palette, Tone } from '@sluice/base';
import type { TestReport, HookTestRun } from './test-report.ts';

/** Maximum number of output lines to show. */
const MAX_LINES = 20;

const TONES: Readonly<Record<HookTestRun['meaning'], Tone>> = {
  answered: 'good',
  blocked: 'refused',
  failed: 'bad',
  'timed-out': 'bad',
  cancelled: 'quiet',
};

const WORDS: Readonly<Record<HookTestRun['meaning'], string>> = {
  answered: 'succeeded',
  blocked: 'blocks',
  failed: 'failed',
  'timed-out': 'timed out',
  cancelled: 'was stopped',
};

/**
 * Renders a test report for the user: each hook with its output and how it was interpreted, then the combined result.
 */
export function testReportText(result: TestReport, palette: Palette): string {
  const { event, told, runs, passed_over: passedOver, together } = result;
  const forPerson = result.for_the_person;
  const later = result.for_the_model_later;
  const lines = [
    `${event} ${sanitize(JSON.stringify(told))}`,
    '',
    ...(runs.length === 0 ? ['no hook ran'] : runs.flatMap((run) => [...runLines(run, palette), ''])),
    ...passedOver.map(({ hook, place, reason }) =>
      palette('quiet', sanitize(`– ${place}  ${hook}: not run: ${reason}`)),
    ),
    ...(passedOver.length > 0 ? [''] : []),
    ...(runs.length === 0 ? [] : ['together', ...fieldLines(together)]),
    ...forPerson.map((text) => `  message for the user: ${sanitize(text)}`),
    ...later.map((text) => `  message for the model, with the next message: ${sanitize(text)}`),
    ...outputLines('commands start with', result.for_commands, palette),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function runLines(run: HookTestRun, palette: Palette): readonly string[] {
  const { hook, place, ended, meaning, reason, problems, answer } = run;
  const verdict = reason === undefined ? WORDS[meaning] : `${WORDS[meaning]}: ${reason}`;
  return [
    sanitize(`${place}  ${hook}`),
    `  ${palette(TONES[meaning], sanitize(`${ended}: ${verdict}`))} ${palette('quiet', `(${run.duration_ms} ms)`)}`,
    ...outputLines('stdout', run.stdout, palette),
    ...outputLines('stderr', run.stderr, palette),
    ...(answer === undefined ? [] : [`  read as ${sanitize(JSON.stringify(answer))}`]),
    ...problems.map((problem) => `  ${palette('bad', sanitize(`! ${problem}`))}`),
  ];
}

function outputLines(name: string, text: string, palette: Palette): readonly string[] {
  if (text.trim() === '') return [];
  const all = text.trimEnd().split('\n', MAX_LINES + 1);
  const shown = all.slice(0, MAX_LINES).map((line) => `  ${palette('quiet', `${name} |`)} ${sanitize(line)}`);
  return all.length > MAX_LINES ? [...shown, `  ${palette('quiet', `${name} | …`)}`] : shown;
}

function fieldLines(together: object): readonly string[] {
  const fields = Object.entries(together).filter(([key]) => key !== 'notices' && key !== 'summary');
  if (fields.length === 0) return ['  no decision, and nothing added'];
  return fields.map(([key, value]) =>
    sanitize(`  ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  );
}
