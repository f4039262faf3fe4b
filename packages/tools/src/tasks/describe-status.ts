import { durationText } from '@sluice/core';
import type { TaskStatus } from './background-task.ts';

/** A task's status in a few words without a full stop. */
export function describeStatus(status: TaskStatus): string {
  switch (status.status) {
    case 'running':
      return 'running';
    case 'exited':
      return `exited ${status.code}`;
    case 'signalled':
      return `killed by ${status.signal}, which Sluice did not send`;
    case 'timed-out':
      return `timed out: stopped after ${durationText(status.afterMs)}`;
    case 'output-limit':
      return `stopped: it wrote more than ${status.limitBytes} bytes`;
    case 'stopped':
      return status.by === 'person' ? 'stopped by the person' : 'stopped';
    case 'completed':
      return 'completed';
    case 'failed':
      return `failed: ${status.reason}`;
    case 'lost':
      return 'lost: it ended with the program that started it';
    case 'not-started':
      return `not started: ${status.reason}`;
    default:
      return status satisfies never;
  }
}
