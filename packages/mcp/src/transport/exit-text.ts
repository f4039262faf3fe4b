import type { ProcessExit } from '@sluice/process';
import type { ServerLog } from './server-log.ts';

/** Of what a server last wrote. */
export const SHOWN_LINES = 20;

/** What is said of a program that can't be started if its `command` is a command line. */
export function argumentsHint(command: string): string {
  const [program = '', ...rest] = command.trim().split(/\s+/);
  if (rest.length === 0) return '';
  const list = rest.map((word) => JSON.stringify(word)).join(', ');
  return ` "command" must be only the program. Put its arguments into "args": "command": ${JSON.stringify(program)}, "args": [${list}].`;
}

/** What is said of a server that has ended, with the last that it wrote to standard error. */
export function exitText(exit: ProcessExit, log: ServerLog, redact: (text: string) => string): string {
  const how = exit.status === 'exited' ? `exited with code ${exit.code}` : `was killed by ${exit.signal}`;
  const lines = log.lastLines(SHOWN_LINES);
  if (lines.length === 0) return `The server ${how}.`;
  return `The server ${how}. Its last output:\n${redact(lines.join('\n'))}`;
}
