import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SESSION_DIGITS = 10;
const COMMAND_DIGITS = 5;

/**
 * A mark that a process keeps even if it clears or overwrites its environment, leaves its session or loses its parent: the soft limit of
 * file locks, which is inherited and which Linux hasn't used since 2.4. A number instead of `unlimited` does no harm, and any program may
 * reset it.
 */
export type ProcessMark = string;

/** The digits that the marks of all commands of a session start with. */
export function createSessionMark(): ProcessMark {
  return String(randomInt(10 ** (SESSION_DIGITS - 1), 10 ** SESSION_DIGITS));
}

export function createCommandMark(sessionMark: ProcessMark, number: number): ProcessMark {
  return sessionMark + String(number % 10 ** COMMAND_DIGITS).padStart(COMMAND_DIGITS, '0');
}

/**
 * Shell text that marks itself and everything it starts; the second form is for dash. On one line, to keep `set -v` and line numbers
 * intact.
 */
export function markedCommand(command: string, mark: ProcessMark): string {
  return `ulimit -S -x ${mark} 2>/dev/null || ulimit -S -w ${mark} 2>/dev/null || :; ${command}`;
}

/** More than any mark. */
const HELD_LIMIT = '9'.repeat(18);

/**
 * Shell text in front of a command that also lowers the hard limit of file locks. Without the rights of root, no process takes that back,
 * for itself or for what it starts.
 */
export function heldCommand(command: string): string {
  return `ulimit -H -x ${HELD_LIMIT} 2>/dev/null || ulimit -H -w ${HELD_LIMIT} 2>/dev/null || :; ${command}`;
}

/** Whether the limits of a process say that `heldCommand` ran it, or something has lowered its hard limit of file locks further. */
export function isHeld(limits: string): boolean {
  return /^Max file locks +\S+ +\d/mu.test(limits);
}

/** Program and arguments that run `words` unchanged, but marked: the wrapper is gone by the time the program runs. */
export function markedProgram(
  words: readonly string[],
  mark: ProcessMark,
): [program: string, words: string[]] {
  return ['/bin/sh', ['-c', markedCommand('exec "$@"', mark), 'sh', ...words]];
}

/**
 * Readable by everyone, for every process.
 *
 * @param limits reads the limits of a process
 */
export function bearsMark(
  pid: number,
  mark: ProcessMark,
  limits: (pid: number) => string = limitsOf,
): boolean {
  return limits(pid).includes(` ${mark} `);
}

/** Whether a process has the mark of any command of a session. */
export function bearsSessionMark(pid: number, sessionMark: ProcessMark): boolean {
  return limitsOf(pid).includes(` ${sessionMark}`);
}

/** The limits of a process as text. Empty if they can't be read. */
export function limitsOf(pid: number | 'self'): string {
  try {
    return readFileSync(`/proc/${pid}/limits`, 'latin1');
  } catch {
    return '';
  }
}
