import { countText } from '@sluice/base';
import { disarm, sanitizeLines, type CallRecord, type RunEvent } from '@sluice/core';
import { withoutOverwritten } from '@sluice/terminal';
import { reasonText } from '../../exec/output/reason-text.ts';
import { outputOf } from './result-facts.ts';

type ToolResult = Extract<RunEvent, { type: 'tool-result' }>;

/** Maximum number of error lines to show below a call. */
const MAX_ERROR_LINES = 6;
const MAX_ERROR_LINE = 300;

/** Who has allowed it in the person's place. Undefined: no one, or the person, the rules or the mode. */
export function verdictText(decision: CallRecord['decision']): string | undefined {
  if (decision?.behavior !== 'allow') return undefined;
  const who = new Map([
    ['hook', 'a hook'],
    ['classifier', 'the auto mode classifier'],
    ['check', 'an automated check'],
  ]).get(decision.by);
  return who === undefined ? undefined : `allowed by ${who}: ${disarm(decision.reason)}`;
}

export function isStoppedByPerson(outcome: ToolResult['outcome']): boolean {
  return (
    outcome.code === 'cancelled' &&
    (outcome.reason.kind === 'user-cancel' || outcome.reason.kind === 'shutdown') &&
    outcome.mayStillRun !== true
  );
}

/** Why a call failed; of a failed tool all that it says, since the first line of a command's is only its exit code. */
export function failureText(event: ToolResult): string {
  const { outcome } = event;
  // Their feedback is already in the log, in the row of the question.
  if (outcome.code === 'denied' && outcome.by === 'person') return 'denied: you declined it';
  const reason = reasonText(outcome);
  if (outcome.code !== 'tool-error') return reason;
  const text = resultText(event);
  const first = firstLineOf(text);
  if (!reason.endsWith(first)) return reason;
  // What is added for the model is left out.
  const rest = outputOf(event) ?? text.slice(first.length + 1);
  return rest.trim() === '' ? reason : `${reason}\n${withoutOverwritten(rest)}`;
}

export function firstLineOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  return line;
}

export function resultText({ result: { content } }: ToolResult): string {
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  return text.replace(STALE_NOTE, '');
}

/** What a result tells the model about its earlier reads: nothing for a person. */
const STALE_NOTE = /\n*\[Changed since you last saw them: [^\n]*\]\s*$/;

export function errorLines(reason: string): readonly string[] {
  if (reason === '') return [];
  const lines = sanitizeLines(reason)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (line.length > MAX_ERROR_LINE ? `${line.slice(0, MAX_ERROR_LINE)}…` : line));
  if (lines.length <= MAX_ERROR_LINES) return lines;
  const hidden = lines.length - MAX_ERROR_LINES + 1;
  return [...lines.slice(0, 1), `… ${countText(hidden, 'more line')}`, ...lines.slice(hidden + 1)];
}
