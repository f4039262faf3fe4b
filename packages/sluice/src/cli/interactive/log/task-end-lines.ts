import { durationText, sanitize } from '@sluice/core';
import { commandLine, describeStatus, type BackgroundTask } from '@sluice/tools';
import { lastLines } from './last-lines.ts';
import { tokenText } from '../agents/agent-tree-items.ts';

/** How a task in the background has ended, and the end of what it said. */
export function taskEndLines(
  task: BackgroundTask,
  tokens: number | undefined,
  now: number,
): readonly string[] {
  const { status, startedAt } = task;
  const how =
    status.status === 'stopped' && status.by === 'person' ? 'stopped by you' : describeStatus(status);
  const costs = [
    startedAt === undefined ? '' : durationText(Math.max(0, now - startedAt)),
    tokens === undefined ? '' : tokenText(tokens),
  ].filter((text) => text !== '');
  const after = costs.length === 0 ? '' : ` (${costs.join(', ')})`;
  return [
    `in the background: ${sanitize(commandLine(task))} → ${sanitize(how)}${after}`,
    ...saidBy(task).map((line) => `    ${sanitize(line)}`),
  ];
}

/** Of a command's output. */
const MAX_LINES = 3;

/** An agent's report begins with what matters, a command's output ends with it. */
function saidBy(task: BackgroundTask): readonly string[] {
  const { status } = task;
  if (status.status !== 'completed') return task.agent === undefined ? lastLines(task).slice(-MAX_LINES) : [];
  return status.text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 1);
}
