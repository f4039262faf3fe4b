import { OUTCOME_MARKS, sanitize, sanitizeLines, inputLabel, type ToolPool } from '@sluice/core';
import { foldProse } from './fold-prose.ts';
import type { RecordItem } from './session-record.ts';

/**
 * A session as Markdown.
 * @param withResults the results of calls, and not only that they were made
 * @param width columns to break paragraphs at. Default: each stays one line
 */
export function recordMarkdown(
  items: readonly RecordItem[],
  pool: ToolPool,
  withResults: boolean,
  width = Infinity,
): string {
  const parts = items.map((item) => {
    switch (item.kind) {
      case 'prompt':
        return foldProse(sanitizeLines(item.text), width - 2)
          .split('\n')
          .map((line) => `> ${line}`.trimEnd())
          .join('\n');
      case 'answer':
        return foldProse(sanitizeLines(item.text).trimEnd(), width);
      case 'call': {
        const line = `- ${markOf(item)} ${sanitize(inputLabel(pool, item.name, item.input))}`;
        return withResults && item.result !== '' ? `${line}\n\n${fenced(sanitizeLines(item.result))}` : line;
      }
      default:
        return item satisfies never;
    }
  });
  return `${parts.join('\n\n')}\n`;
}

/** Of a call: how it has ended, if it has. */
export function markOf({ outcome }: Extract<RecordItem, { kind: 'call' }>): string {
  return outcome === undefined ? '⠿' : OUTCOME_MARKS[outcome].mark;
}

/** In a fence that is longer than any within. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
