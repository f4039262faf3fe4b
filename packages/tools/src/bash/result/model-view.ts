import { constants } from 'node:os';
import { durationText, type ModelContent } from '@sluice/core';
import type { BackgroundEnd, BashData, BashEnd } from '../bash-data.ts';
import { processNames } from '../start/process-names.ts';

/** What the model sees: how the command ended if it didn't plainly succeed, its output, and notes. */
export function modelView(data: BashData): ModelContent {
  const { output } = data;
  const headline = describeEnd(data.end);
  const notes = [...data.notes, ...processNotes(data)];
  if (output.kind === 'inline') return joined([headline, output.text.trimEnd(), ...notes]);
  if (output.kind === 'binary') return joined([headline, binaryText(output), ...notes]);
  const { path, bytes, head, tail, problem } = output;
  const prefix = joined([headline, ...notes]);
  return {
    type: 'stored-text',
    path,
    bytes,
    head,
    tail,
    prefix: prefix === '' ? undefined : prefix,
    problem,
  };
}

function binaryText({
  bytes,
  path,
  problem,
}: Extract<BashData['output'], { readonly kind: 'binary' }>): string {
  const what = `Binary output, not shown: ${bytes} bytes, saved in ${path}.`;
  return problem === undefined ? what : `${what} ${problem}`;
}

/** Undefined if the command exited with code 0. */
export function describeEnd(end: BashEnd): string | undefined {
  switch (end.status) {
    case 'exited':
      if (end.meaning !== undefined) return `Exit code ${end.code}: ${end.meaning}.`;
      return end.code === 0 ? undefined : `Exit code ${end.code}${signalOf(end.code)}`;
    case 'signalled':
      return `The command was killed by ${end.signal}, which Sluice did not send.`;
    case 'timed-out': {
      const why =
        end.whyStopped === undefined ? '' : ` (and not moved to the background, since ${end.whyStopped})`;
      return `Timed out: the command was stopped after ${durationText(end.afterMs)}${why} and did not finish. To allow more time, set \`timeout\` (in milliseconds, at most ${end.maxTimeoutMs}).`;
    }
    case 'cancelled':
      return 'Canceled: the command was stopped before it finished; what it had done by then remains.';
    case 'output-limit':
      return `Stopped: the command wrote more than ${end.limitBytes} bytes of output and did not finish.`;
    case 'background':
      return describeBackground(end);
    default:
      return end satisfies never;
  }
}

function describeBackground({
  taskId,
  outputPath,
  limitMs,
  movedAfterMs,
  isMovedByUser,
}: BackgroundEnd): string {
  const what =
    movedAfterMs === undefined
      ? `Started in the background as task ${taskId}.`
      : isMovedByUser
        ? `The user moved the command to the background after ${durationText(movedAfterMs)}: it continues as task ${taskId}.`
        : `Not finished after ${durationText(movedAfterMs)}: the command continues in the background as task ${taskId}.`;
  return `${what} Its output goes to ${outputPath}; use Read to see it as it grows. You will be notified when it ends. It is stopped after ${durationText(limitMs)}, when Sluice exits, or with TaskStop and this id.`;
}

/** Nothing for 129: git and others answer wrong options with it, and hardly anything dies of SIGHUP. */
function signalOf(code: number): string {
  if (code === 128 + constants.signals.SIGHUP) return '';
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return signal === undefined ? '' : ` (128 + ${code - 128}: one of its processes was killed by ${signal})`;
}

function processNotes({ end, stopped, remaining }: BashData): string[] {
  const notes: string[] = [];
  if (stopped.length > 0 && end.status === 'exited') {
    notes.push(
      `Still running when the command ended, and stopped: ${processNames(stopped)}. Every process that a command starts ends with it, even after \`&\`, nohup or setsid. To keep a process, run it in its own call with run_in_background and without \`&\`.`,
    );
  } else if (stopped.length > 0) notes.push(`Stopped with the command: ${processNames(stopped)}.`);
  if (remaining.length > 0) {
    notes.push(`Could not be stopped and may still be running: ${processNames(remaining)}.`);
  }
  return notes;
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('\n');
}
