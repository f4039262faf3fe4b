import { judge } from './judge.ts';
import type { Line, Unit } from './line.ts';
import { spreadOf } from './statistics.ts';
import { isTimesBaseline, targetText, type Target } from './target.ts';

const HEADINGS = ['name', 'ours', 'baseline', 'compared', 'to reach', ''] as const;

/** The lines as a table for a terminal; failures come after it. */
export function renderTable(lines: readonly Line[]): string {
  const rows = [[...HEADINGS], ...lines.flatMap((line) => (line.status === 'measured' ? [cells(line)] : []))];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const table = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  const failures = lines.flatMap((line) =>
    line.status === 'measured'
      ? []
      : [`${line.status === 'failed' ? 'FAILED' : 'LEFT OUT'}  ${line.name}: ${line.reason}`],
  );
  return [...table.map((row) => row.trimEnd()), ...failures].join('\n');
}

function cells(line: Extract<Line, { status: 'measured' }>): string[] {
  const { compared, verdict } = judge(line);
  const { unit, target } = line;
  return [
    line.name,
    spread(line.ours, unit),
    line.baseline === undefined ? '' : spread(line.baseline, unit),
    line.baseline === undefined ? '' : comparedText(compared, target, unit),
    targetText(target, unit),
    verdict,
  ];
}

function comparedText(compared: number, target: Target, unit: Unit): string {
  if (isTimesBaseline(target)) return `${number(compared)} ×`;
  if (target.kind === 'difference')
    return `${compared < 0 ? '−' : '+'} ${number(Math.abs(compared))} ${unit}`;
  return '';
}

function spread(values: readonly number[], unit: Unit): string {
  const { median, min, max } = spreadOf(values);
  return `${number(median)} ${unit} (${number(min)}–${number(max)})`;
}

function number(value: number): string {
  if (value === 0) return '0';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
