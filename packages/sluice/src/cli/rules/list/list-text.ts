import { cellWidth, type Palette } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { placeText } from '../../place-text.ts';
import type { ListedRule } from './listed-rule.ts';
import type { DirectoryOrigin, ModeOrigin } from './origins.ts';

/** A longer cell widens only its own row: otherwise one long rule would widen them all. */
const WIDEST = 60;
const TONES = { deny: 'bad', ask: 'refused', allow: 'good' } as const;

/** The rules as a table, then the mode and the directories, for the user. */
export function listText(
  rules: readonly ListedRule[],
  mode: ModeOrigin,
  directories: readonly DirectoryOrigin[],
  palette: Palette,
): string {
  const rows = rules.map((rule) => [
    rule.behavior,
    sanitize(rule.text),
    rule.source,
    sanitize(placeText(rule)),
    sanitize(markOf(rule)),
  ]);
  const widths = [0, 1, 2, 3].map((column) =>
    rows.reduce((widest, row) => Math.max(widest, Math.min(cellWidth(row[column] ?? ''), WIDEST)), 0),
  );
  const lines = rules.map((rule, index) => {
    const [, ...cells] = (rows[index] ?? []).map((cell, column) => padded(cell, widths[column] ?? 0));
    const mark = cells.pop() ?? '';
    const behavior = padded(rule.behavior, 5);
    return `${[palette(TONES[rule.behavior], behavior), ...cells].join('  ')}  ${palette('quiet', mark)}`.trimEnd();
  });
  const tables = lines.length === 0 ? ['no rules'] : lines;
  return [...tables, '', ...modeLines(mode), ...directories.map(directoryLine)]
    .map((line) => `${line}\n`)
    .join('');
}

function markOf({ unused, remarks }: ListedRule): string {
  const marks = [...(unused === undefined ? [] : [`not used: ${unused}`]), ...remarks];
  return marks.join('; ');
}

function modeLines({ mode, source, file, notices }: ModeOrigin): string[] {
  const origin = source === undefined ? 'built in' : `${source}, ${file ?? 'command line'}`;
  return [
    `mode       ${mode}  (${sanitize(origin)})`,
    ...notices.map((notice) => `           ${sanitize(notice)}`),
  ];
}

function directoryLine({ path, source, unused }: DirectoryOrigin): string {
  const mark = unused === undefined ? '' : `  not used: ${unused}`;
  return sanitize(`workspace  ${path}  (${source ?? 'working directory'})${mark}`);
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(Math.max(0, width - cellWidth(cell)));
}
