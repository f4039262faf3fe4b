import { countText } from '@sluice/base';
import { disarm, type JsonObject } from '@sluice/core';
import { promptLines } from './prompt-lines.ts';
import { markOf } from '../record/record-markdown.ts';
import type { RecordItem } from '../record/session-record.ts';

/** A line of the log, as it was when it was first written. */
export interface EarlierLine {
  readonly text: string;
  readonly kind: 'prompt' | 'answer' | 'call' | 'cut';
}

/** The end of a session that goes on: its last lines, from the start of a prompt where one is near. */
export function earlierLines(
  items: readonly RecordItem[],
  label: LabelOf,
  maxLines: number,
): readonly EarlierLine[] {
  const lines = items.flatMap((item) => linesOf(item, label));
  if (lines.length <= maxLines) return lines;
  const from = lines.length - maxLines;
  const prompt = lines.findIndex(({ kind }, at) => at >= from && kind === 'prompt');
  // An answer that is longer than this begins in its middle.
  const start = prompt === -1 || prompt > from + maxLines / 2 ? from : prompt;
  return [
    { text: `… ${countText(start, 'earlier line')}: /transcript shows all`, kind: 'cut' },
    ...lines.slice(start),
  ];
}

/** What a call does, in a line. */
type LabelOf = (name: string, input: JsonObject) => string;

function linesOf(item: RecordItem, label: LabelOf): readonly EarlierLine[] {
  switch (item.kind) {
    case 'prompt': {
      const prompt = promptLines(split(item.text).join('\n'), (_, text) => text);
      return ['', ...prompt].map((text) => ({ text, kind: 'prompt' as const }));
    }
    case 'answer':
      return split(item.text.trimEnd()).map((text) => ({ text, kind: 'answer' as const }));
    case 'call': {
      return [{ text: `  ${markOf(item)} ${label(item.name, item.input)}`, kind: 'call' }];
    }
    default:
      return item satisfies never;
  }
}

function split(text: string): readonly string[] {
  return disarm(text.replaceAll('\r\n', '\n').replaceAll('\t', '    ')).split('\n');
}
