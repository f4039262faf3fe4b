import { countText } from '@sluice/base';
import { disarm, inputLabel } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';
import type { RecordItem } from './session-record.ts';

/** A line of the log, as it was when it was first written. */
export interface EarlierLine {
  readonly text: string;
  readonly kind: 'prompt' | 'answer' | 'call' | 'cut';
}

/** The end of a session that goes on: its last lines, from the start of a prompt where one is near. */
export function earlierLines(
  items: readonly RecordItem[],
  runtime: Runtime,
  maxLines: number,
): readonly EarlierLine[] {
  const lines = items.flatMap((item) => linesOf(item, runtime));
  if (lines.length <= maxLines) return lines;
  const from = lines.length - maxLines;
  const prompt = lines.findIndex(({ kind }, at) => at >= from && kind === 'prompt');
  // An answer that is longer than this begins in its middle.
  const start = prompt === -1 || prompt > from + maxLines / 2 ? from : prompt;
  return [
    { text: `… ${countText(start, 'earlier line')}: Ctrl-O shows all`, kind: 'cut' },
    ...lines.slice(start),
  ];
}

type Runtime = Pick<AssembledAgent['runtime'], 'pool' | 'session'>;

function linesOf(item: RecordItem, { pool, session }: Runtime): readonly EarlierLine[] {
  switch (item.kind) {
    case 'prompt': {
      const [first = '', ...rest] = split(item.text);
      const prompt = [`> ${first}`, ...rest.map((line) => `  ${line}`)];
      return ['', ...prompt].map((text) => ({ text, kind: 'prompt' as const }));
    }
    case 'answer':
      return split(item.text.trimEnd()).map((text) => ({ text, kind: 'answer' as const }));
    case 'call': {
      const mark = item.isError ? '✗' : '✓';
      return [{ text: `  ${mark} ${inputLabel(pool, item.name, item.input, session.cwd)}`, kind: 'call' }];
    }
    default:
      return item satisfies never;
  }
}

function split(text: string): readonly string[] {
  return disarm(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ')).split('\n');
}
