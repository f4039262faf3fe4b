import { presentItems } from '@sluice/base';
import type { CommandResult } from '@sluice/process';
import type { EndedWork } from '../../tasks/task-registry.ts';
import type { TaskEnd } from '../../tasks/background-task.ts';
import { diskFullNote } from './disk-full.ts';
import { keptNotes } from './kept-notes.ts';
import { memoryNotes } from './memory-notes.ts';
import { sandboxNotes } from '../sandbox/sandbox-notes.ts';
import { processNames } from '../start/process-names.ts';
import type { StartedCommand } from '../start/start-command.ts';

/** Waits for a background command to end. */
export async function endedWork(started: StartedCommand): Promise<EndedWork> {
  const result = await started.result;
  // A directory that it changed to applies to nothing else.
  started.takeFinalCwd();
  const full = diskFullNote(started.capture.path);
  return { end: taskEnd(result), notes: presentItems([full, ...processNotes(result)]) };
}

function taskEnd({ end }: CommandResult): TaskEnd {
  switch (end.status) {
    case 'exited':
    case 'signalled':
    case 'timed-out':
    case 'output-limit':
      return end;
    case 'cancelled':
      return { status: 'lost' };
    case 'spawn-failed':
      return { status: 'not-started', reason: end.message.replace(/\.$/, '') };
    default:
      return end satisfies never;
  }
}

function processNotes(result: CommandResult): readonly string[] {
  const { end, stopped, remaining } = result;
  const notes: string[] = [...memoryNotes(result), ...keptNotes(result), ...sandboxNotes(result)];
  if (stopped.length > 0 && end.status === 'exited') {
    notes.push(
      `Still running when the shell ended, and stopped with it: ${processNames(stopped)}. To keep a process, run it in the foreground of its command: without \`&\`, nohup or setsid.`,
    );
  }
  if (remaining.length > 0) {
    notes.push(`Could not be stopped and may still be running: ${processNames(remaining)}.`);
  }
  return notes;
}
