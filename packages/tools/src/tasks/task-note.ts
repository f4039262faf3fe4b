import { statSync } from 'node:fs';
import { presentItems } from '@sluice/base';
import { escapeHarnessTags } from '@sluice/core';
import { isRunning, type BackgroundTask } from './background-task.ts';
import { describeStatus } from './describe-status.ts';
import { MAX_REPORT, MAX_NOTES, MAX_IDS } from './task-limits.ts';

const MAX_COMMAND = 120;

/** The notification about a task that ended, or still runs: its status, where its output is, and its notes. */
export function taskNote(task: BackgroundTask): string {
  const { agent, id, status, outputPath, notes } = task;
  const isTeammate = agent?.isTeammate === true;
  const isForeground = agent?.isForeground === true;
  const who = isTeammate
    ? `Your teammate ${agent.name} (${id}, ${commandLine(task)})`
    : `${isForeground ? 'Agent' : 'Background task'} ${id} (${commandLine(task)})`;
  const verb = isRunning(task) ? 'is' : isTeammate ? 'has ended its turn:' : 'has ended:';
  // The report of one that another agent waits for is that agent's result, and in no file.
  const output = isForeground ? undefined : `Its output (${outputSize(outputPath)}) is in ${outputPath}.`;
  const head = presentItems([`${who} ${verb} ${describeStatus(status)}.`, output]);
  // Models, servers and commands have written much of it.
  return escapeHarnessTags([...head, ...notes, ...reportOf(task)].join(' '));
}

function reportOf({ status, type }: Pick<BackgroundTask, 'status' | 'type'>): readonly string[] {
  if (status.status !== 'completed' && status.status !== 'failed') return [];
  const { text = '' } = status;
  if (text.trim() === '') return [];
  const shown = text.length <= MAX_REPORT ? text : `${text.slice(0, MAX_REPORT).toWellFormed()}…`;
  return [
    status.status === 'failed'
      ? `What it had found by then:\n${shown}`
      : `${type === 'mcp' ? 'Its result' : 'Its report'}:\n${shown}`,
  ];
}

/** The notification about ended tasks: one note each, and if there are very many, one for the rest. */
export function taskNotes(tasks: readonly BackgroundTask[]): readonly string[] {
  const notes = tasks.slice(0, MAX_NOTES).map(taskNote);
  const others = tasks.slice(MAX_NOTES);
  if (others.length === 0) return notes;
  const ids = others.slice(0, MAX_IDS).map(({ id, status }) => `${id} (${describeStatus(status)})`);
  const more = others.length > MAX_IDS ? `, and ${others.length - MAX_IDS} more` : '';
  return [...notes, `${others.length} more background tasks have ended: ${ids.join(', ')}${more}.`];
}

/** The command on one line, cut if it is long. */
export function commandLine({ command }: BackgroundTask): string {
  const whole = command.trim();
  const line = whole.split('\n', 1)[0] ?? '';
  // A model API would refuse half a surrogate pair at the cut.
  const cut = line.length <= MAX_COMMAND ? line : line.slice(0, MAX_COMMAND).toWellFormed();
  return cut === whole ? cut : `${cut}…`;
}

function outputSize(path: string): string {
  try {
    return `${statSync(path).size} bytes`;
  } catch {
    return 'gone';
  }
}
