import { durationText, sanitize, sanitizeLines, type RunEvent } from '@sluice/core';
import { countText, sizeText } from '@sluice/base';
import { columns, columnsWidth } from '../text/columns.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { withoutOverwritten } from '../text/overwritten.ts';
import type { Style } from '../text/style.ts';

type CallState = Extract<RunEvent, { readonly type: 'call-state' }>;

/** A call that has not been logged yet. */
export interface LiveCall {
  readonly callId: string;
  readonly label: string;
  status: CallState['status'];
  /** When it began to run, by the clock. */
  startedAt: number | undefined;
  /** What it last said of its progress. */
  progress: string;
  /** The last lines that it has put out, for rows of their own. Default: none. */
  output?: LiveOutput | undefined;
  /** The label of the call that it has to wait for. */
  readonly waitsFor?: (() => string | undefined) | undefined;
}

/** What a running call has put out so far. */
export interface LiveOutput {
  /** The last ones, the oldest first. Nothing in them acts on a terminal. */
  readonly lines: readonly string[];
  /** How much there is, such as `3.1 kB`; empty: not known. */
  readonly size: string;
}

/** Columns below which a row has room for its label and a word. */
const NARROW = 60;
/** Cells kept for time and size, lest a row grows with them. In the log, they have as many. */
const DETAIL = 18;
/** Lines of output below a call that runs. */
const MAX_OUTPUT_ROWS = 5;

/** A row for each call that fits, with the end of its output where there is room; the rest are counted. */
export function liveRows(
  calls: readonly LiveCall[],
  style: Style,
  now: number,
  width: number,
  maxRows: number,
): readonly string[] {
  const shown = calls.length <= maxRows ? calls : calls.slice(0, Math.max(0, maxRows - 1));
  const rest = calls.length - shown.length;
  const talking = shown.filter((call) => outputOf(call) !== undefined).length;
  const room = Math.floor((maxRows - shown.length - Math.min(1, rest)) / Math.max(1, talking));
  const details = shown.map((call) => detailOf(call, now, room < 1 ? undefined : outputOf(call), width));
  const inner = columnsWidth(
    shown.map(({ label }, index) => [`    ${label}`, (details[index] ?? '').padStart(DETAIL)]),
    width,
  );
  const rows = shown.flatMap((call, index) => {
    const bar = barOf(index, shown.length, calls.length);
    const output = room < 1 ? undefined : outputOf(call);
    const lines = output?.lines.slice(-Math.min(room, MAX_OUTPUT_ROWS)) ?? [];
    const isLast = index === shown.length - 1 && rest === 0;
    const below = calls.length === 1 || isLast ? '    ' : '│   ';
    return [
      columns(`${bar}${markOf(call, style)} ${call.label}`, details[index] ?? '', inner),
      ...lines.map((line) => style('quiet', fitStyled(`${below}${line}`, width))),
    ];
  });
  return rest === 0 ? rows : [...rows, style('quiet', `  … and ${countText(rest, 'more call')}`)];
}

function barOf(index: number, shown: number, total: number): string {
  if (total === 1) return '  ';
  return index === 0 ? '┌ ' : index === shown - 1 && shown === total ? '└ ' : '├ ';
}

function markOf({ status }: LiveCall, style: Style): string {
  if (status === 'executing') return style('accent', '⠿');
  if (status === 'settled' || status === 'released' || status === 'settling') return style('good', '✓');
  return style('quiet', '·');
}

function outputOf({ status, output }: LiveCall): LiveOutput | undefined {
  return status === 'executing' && output !== undefined && output.lines.length > 0 ? output : undefined;
}

/** @param output it is in rows below: this one doesn't repeat its end */
function detailOf(
  { status, startedAt, progress, waitsFor }: LiveCall,
  now: number,
  output: LiveOutput | undefined,
  width: number,
): string {
  switch (status) {
    case 'executing': {
      // It may have begun since the clock of the rows has ticked.
      const seconds = startedAt === undefined ? 0 : Math.max(0, Math.floor((now - startedAt) / 1000));
      const time = seconds === 0 ? '' : durationText(seconds * 1000);
      return [time, output === undefined ? progress : output.size].filter((text) => text !== '').join('  ');
    }
    case 'awaiting-permission':
      return 'waits for you';
    case 'settling':
    case 'settled':
    case 'released':
      return width < NARROW ? 'done' : 'done, waits its turn';
    case 'received':
    case 'queued': {
      const other = waitsFor?.();
      return other === undefined ? 'waits' : `waits for ${shortened(other)}`;
    }
    case 'preparing':
      return 'waits';
    default:
      return status satisfies never;
  }
}

/** What a tool says of its progress, for a row; whatever form it has. */
export function progressText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  if ('text' in data && typeof data.text === 'string') return sanitize(data.text);
  const bytes = 'bytes' in data && typeof data.bytes === 'number' ? sizeText(data.bytes) : '';
  const tail = 'tail' in data && typeof data.tail === 'string' ? lastLine(data.tail) : '';
  const message = 'message' in data && typeof data.message === 'string' ? lastLine(data.message) : '';
  return [bytes, shareText(data), tail, message].filter((text) => text !== '').join('  ');
}

/** The last lines that a tool has put out, if its progress has them. */
export function liveOutput(data: unknown): LiveOutput | undefined {
  if (typeof data !== 'object' || data === null || !('tail' in data) || typeof data.tail !== 'string')
    return undefined;
  const lines = sanitizeLines(withoutOverwritten(data.tail))
    .split('\n')
    .filter((line) => line.trim() !== '');
  return { lines, size: 'bytes' in data && typeof data.bytes === 'number' ? sizeText(data.bytes) : '' };
}

/** How far a tool is: `3 of 8`, or `3` if it doesn't say of how many. */
function shareText(data: object): string {
  if (!('progress' in data) || typeof data.progress !== 'number') return '';
  const number = (value: number): string => String(Math.round(value * 100) / 100);
  const total = 'total' in data && typeof data.total === 'number' ? ` of ${number(data.total)}` : '';
  return `${number(data.progress)}${total}`;
}

/** Cells of another call's label: the row's own label matters more. */
const MAX_OTHER = 30;

function shortened(label: string): string {
  const text = label.replace(/^Bash /, '');
  return text.length <= MAX_OTHER ? text : `${text.slice(0, MAX_OTHER - 1).toWellFormed()}…`;
}

const MAX_TAIL = 40;

function lastLine(text: string): string {
  const line = withoutOverwritten(text.trimEnd()).split('\n').at(-1) ?? '';
  return sanitize(line.slice(-MAX_TAIL));
}
