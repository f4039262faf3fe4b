import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';

const SESSION_DIGITS = 10;
const COMMAND_DIGITS = 5;

/**
 * A mark of processes that none of them loses by clearing or overwriting its environment, leaving its session or losing its
 * parent: the soft limit of file locks, which is inherited and which Linux has not looked at since 2.4. No harm is done
 * by a number in the place of `unlimited`, and every program may set it back.
 */
export type ProcessMark = string;

/** The digits with which the marks of all commands of a session begin. */
export function createSessionMark(): ProcessMark {
  return String(randomInt(10 ** (SESSION_DIGITS - 1), 10 ** SESSION_DIGITS));
}

export function createCommandMark(sessionMark: ProcessMark, number: number): ProcessMark {
  return sessionMark + String(number % 10 ** COMMAND_DIGITS).padStart(COMMAND_DIGITS, '0');
}

/** Shell text that bears the mark with all that it starts; the second form is dash's. All in one line, for the sake of `set -v` and line numbers. */
export function markedCommand(command: string, mark: ProcessMark): string {
  return `ulimit -S -x ${mark} 2>/dev/null || ulimit -S -w ${mark} 2>/dev/null || :; ${command}`;
}

/** Program and arguments that run `words` as they are, marked: what is between is gone when the program runs. */
export function markedProgram(
  words: readonly string[],
  mark: ProcessMark,
): [program: string, words: string[]] {
  return ['/bin/sh', ['-c', markedCommand('exec "$@"', mark), 'sh', ...words]];
}

/** Everybody may read that of every process. */
export function bearsMark(pid: number, mark: ProcessMark): boolean {
  return limitsOf(pid).includes(` ${mark} `);
}

/** Whether a process has the mark of any command of a session. */
export function bearsSessionMark(pid: number, sessionMark: ProcessMark): boolean {
  return limitsOf(pid).includes(` ${sessionMark}`);
}

function limitsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/limits`, 'latin1');
  } catch {
    return '';
  }
}
