import type { HookAnswer, HookSaying } from './hook-answer.ts';
import { eventTerms, type HookEvent } from '../events/event-lookup.ts';
import { readSaying } from './read-saying.ts';
import type { ProgramRun } from '../run/run-program.ts';

/** The meaning of a hook run. */
export type HookMeaning =
  /** Its JSON decides, if it printed any. */
  | {
      readonly kind: 'answered';
      readonly answer: HookAnswer | undefined;
      /** The plain text it printed instead. */
      readonly text: string;
      readonly notices: readonly string[];
    }
  /** Exit code 2: it blocks, whatever its JSON says. */
  | {
      readonly kind: 'blocked';
      readonly reason: string;
      readonly answer: HookAnswer | undefined;
      readonly notices: readonly string[];
    }
  /** It failed, and decides nothing. */
  | {
      readonly kind: 'failed';
      readonly problem: string;
      /** It could not be asked, and can't be asked again: as a guard of a call, it leaves that to the user. Default false. */
      readonly isUnavailable?: boolean;
    }
  | { readonly kind: 'timed-out'; readonly afterMs: number }
  /** The call was stopped meanwhile. */
  | { readonly kind: 'cancelled' };

const NO_REASON = 'it gave no reason';

/** Exit codes with which a shell reports that it could not run a command. */
const NOT_RUN: ReadonlyMap<number, string> = new Map([
  [126, "a program was found but can't be run"],
  [127, 'a program was not found'],
]);

/**
 * The table of exit codes and outputs.
 * @param cwd where it ran, if known: for users who wonder why it could not be run
 */
export function interpretRun(
  { end, stdout, stderr }: ProgramRun,
  event: HookEvent,
  cwd?: string,
): HookMeaning {
  switch (end.status) {
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'timed-out':
      return { kind: 'timed-out', afterMs: end.afterMs };
    case 'not-started':
      return failedBecause(`could not be started (${end.message})`);
    case 'output-limit':
      return failedBecause(
        `printed more than ${Math.round(end.limitBytes / 1024 / 1024)} MiB, so its output was ignored`,
      );
    case 'signalled':
      return otherwise(readSaying(stdout, event), `was killed by ${end.signal}`, stderr);
    case 'exited': {
      const saying = readSaying(stdout, event);
      if (end.code === 0) return meaningOfSaying(saying);
      const { exitTwo, text } = eventTerms(event);
      // A hook that prints a path has created what it points to, or failed.
      const isBlocked = (end.code === 2 && exitTwo === 'blocks') || text === 'path';
      if (isBlocked || (end.code === 2 && exitTwo === 'model')) return blocked(saying, stderr);
      if (end.code === 2 && exitTwo === 'person') return told(saying, stderr);
      const meaning = otherwise(saying, `exited with code ${end.code}`, stderr);
      const missing = NOT_RUN.get(end.code);
      if (meaning.kind !== 'failed' || missing === undefined || cwd === undefined) return meaning;
      return failedBecause(`${meaning.problem}; in ${cwd}, where it ran, ${missing}`);
    }
    default:
      return end satisfies never;
  }
}

/** The meaning of the output of a program or server that succeeded. */
export function meaningOfSaying(saying: HookSaying): HookMeaning {
  switch (saying.kind) {
    case 'text':
      return { kind: 'answered', answer: undefined, text: saying.text, notices: [] };
    case 'answer':
      return { kind: 'answered', answer: saying.answer, text: '', notices: saying.hints };
    default:
      return failedBecause(problemOf(saying));
  }
}

/** With valid JSON, the exit code is ignored; without it, the hook has failed. */
function otherwise(saying: HookSaying, what: string, stderr: string): HookMeaning {
  if (saying.kind === 'answer')
    return { kind: 'answered', answer: saying.answer, text: '', notices: saying.hints };
  const line = firstLine(stderr);
  const also = saying.kind === 'text' ? '' : `; ${problemOf(saying)}`;
  return failedBecause(`${what}${line === '' ? '' : `: ${line}`}${also}`);
}

/** It's too late to block: its output is for the user. */
function told(saying: HookSaying, stderr: string): HookMeaning {
  const said = stderr.trim();
  const notices = [said === '' ? NO_REASON : said];
  if (saying.kind !== 'answer') return { kind: 'answered', answer: undefined, text: '', notices };
  return { kind: 'answered', answer: saying.answer, text: '', notices: [...notices, ...saying.hints] };
}

function blocked(saying: HookSaying, stderr: string): HookMeaning {
  const said = stderr.trim();
  if (saying.kind !== 'answer') {
    const notices = saying.kind === 'text' ? [] : [problemOf(saying)];
    return { kind: 'blocked', reason: said === '' ? NO_REASON : said, answer: undefined, notices };
  }
  const { answer, hints } = saying;
  const isApproval = answer.permissionDecision !== undefined && answer.permissionDecision !== 'deny';
  const notices =
    isApproval || answer.verdict === 'approve'
      ? [...hints, "its exit code 2 blocks, but its JSON doesn't: to use the JSON, exit with 0"]
      : hints;
  return {
    kind: 'blocked',
    reason: blockingReason(answer) ?? (said === '' ? NO_REASON : said),
    answer,
    notices,
  };
}

function blockingReason(answer: HookAnswer): string | undefined {
  if (answer.permissionDecision === 'deny') return answer.permissionDecisionReason ?? answer.reason;
  return answer.verdict === 'block' ? answer.reason : undefined;
}

function problemOf(saying: Extract<HookSaying, { kind: 'broken' | 'buried' | 'misfit' }>): string {
  if (saying.kind === 'buried') {
    return `its output begins with other text, so the JSON from line ${saying.line} on was ignored: print only the JSON to stdout, and everything else to stderr`;
  }
  return saying.kind === 'broken'
    ? `its output looks like JSON but isn't valid (${saying.problem}), so it decides nothing`
    : `its JSON is invalid and was ignored: ${saying.issues.slice(0, 5).join('; ')}`;
}

export function failedBecause(problem: string): HookMeaning {
  return { kind: 'failed', problem };
}

const MAX = 500;

function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return line.length > MAX ? `${line.slice(0, MAX).toWellFormed()}…` : line;
}
