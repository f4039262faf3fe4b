import { readSettings } from '@sluice/settings';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { usageError } from '../../usage-error.ts';
import { sanitize } from '@sluice/core';
import { COMMON_OPTIONS, EXPECTED, placeOf, SETTINGS_OPTION } from '../../settings-place.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { listedFiles, type ListedFile } from './listed-files.ts';
import { jsonText } from '../../json-text.ts';

/** `sluice settings path`; returns the exit code. */
export async function pathCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice settings path', message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, ...SETTINGS_OPTION }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (positionals.length > 0) return wrong(`it takes no arguments; got ${JSON.stringify(positionals[0])}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const reading = readSettings({
    ...placed.place,
    files: values.settings,
  });
  const files = listedFiles(reading);
  for (const { problem } of files) if (problem !== undefined) say('sluice settings path', problem);
  const status = await printAll(
    values.json === true ? jsonText({ files: files.map(toJson) }) : textOf(files),
  );
  return files.some((file) => file.status === 'unusable') ? 1 : status;
}

function toJson({ isTrusted, ...rest }: ListedFile): object {
  return { ...rest, trusted: isTrusted };
}

const MARKS = { read: 'read', absent: '-', unusable: 'unusable' } as const;

function textOf(files: readonly ListedFile[]): string {
  return files
    .map(({ source, file, status, isTrusted }) => {
      const mark = isTrusted === false ? '  not trusted: what it would allow or run has no effect' : '';
      return `${source.padEnd(7)}  ${MARKS[status].padEnd(8)}  ${sanitize(file ?? 'command line')}${mark}\n`;
    })
    .join('');
}
