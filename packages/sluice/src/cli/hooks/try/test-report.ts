import { presentItems } from '@sluice/base';
import type { HookEvent, HookReport, ListedHook } from '@sluice/hooks';
import type { OpenedTry } from './open-try.ts';

/** One hook that ran. */
export interface HookTestRun {
  readonly hook: string;
  /** `file:line`. */
  readonly place: string;
  /** How it ended: `exit code 2`, `status 500`. */
  readonly ended: string;
  readonly duration_ms: number;
  readonly stdout: string;
  readonly stderr: string;
  /** How the output was interpreted. */
  readonly meaning: HookReport['meaning']['kind'];
  readonly reason?: string;
  readonly problems: readonly string[];
  /** The recognized fields of its JSON. */
  readonly answer?: object;
}

/** The result of a sample event. */
export interface TestReport {
  readonly event: string;
  /** Event fields that the hooks received, besides the common ones. */
  readonly told: object;
  readonly runs: readonly HookTestRun[];
  /** Hooks of the event that did not run, and why. */
  readonly passed_over: readonly { readonly hook: string; readonly place: string; readonly reason: string }[];
  readonly together: object;
  readonly for_the_person: readonly string[];
  readonly for_the_model_later: readonly string[];
  /** Shell text that the session's commands would start with. */
  readonly for_commands: string;
}

export function testReport(
  event: HookEvent,
  { told, together, forCommands }: Ran,
  hooks: readonly ListedHook[],
  { reports, told: forPerson, delivered }: OpenedTry,
): TestReport {
  const order = hooks.map(placeOf);
  const ran = new Set(reports.map(({ place, hook }) => `${place} ${hook}`));
  return {
    event,
    told,
    runs: reports
      .toSorted((one, other) => order.indexOf(one.place) - order.indexOf(other.place))
      .map(hookTestRun),
    passed_over: hooks
      .filter((hook) => hook.event === event && !ran.has(`${placeOf(hook)} ${hook.hook}`))
      .map((hook) => ({ hook: hook.hook, place: placeOf(hook), reason: whyPassedOver(hook) })),
    together: present(together),
    for_the_person: forPerson,
    for_the_model_later: delivered,
    for_commands: forCommands,
  };
}

function placeOf({ file, line }: ListedHook): string {
  const name = file ?? 'the command line';
  return line === undefined ? name : `${name}:${line}`;
}

function whyPassedOver({ whyNot, matcher, condition }: ListedHook): string {
  if (whyNot !== undefined && !whyNot.startsWith("Sluice doesn't fire ")) return whyNot;
  const parts = presentItems([
    matcher === undefined ? undefined : `its matcher ${JSON.stringify(matcher)}`,
    condition === undefined ? undefined : `its "if" ${JSON.stringify(condition)}`,
  ]);
  return parts.length === 0 ? 'it was not called' : `${parts.join(' or ')} does not match`;
}

function hookTestRun({ hook, place, run, meaning, durationMs }: HookReport): HookTestRun {
  const { answer, notices, reason } = partsOf(meaning);
  return {
    hook,
    place,
    ended: endText(run),
    duration_ms: Math.round(durationMs),
    stdout: 'stdout' in run ? run.stdout : run.status === 'answered' ? run.body : '',
    stderr: 'stderr' in run ? run.stderr : '',
    meaning: meaning.kind,
    reason,
    problems: notices,
    answer: answer !== undefined && !isEmpty(present(answer)) ? present(answer) : undefined,
  };
}

function partsOf(meaning: HookReport['meaning']): {
  readonly answer?: object | undefined;
  readonly notices: readonly string[];
  readonly reason?: string;
} {
  switch (meaning.kind) {
    case 'answered':
      return meaning;
    case 'blocked':
      return meaning;
    case 'failed':
      return { notices: [meaning.problem] };
    case 'timed-out':
      return { notices: [`it did not respond within ${meaning.afterMs / 1000} s and was stopped`] };
    case 'cancelled':
      return { notices: [] };
    default:
      return meaning satisfies never;
  }
}

function endText(run: HookReport['run']): string {
  if ('end' in run) {
    const { end } = run;
    switch (end.status) {
      case 'exited':
        return `exit code ${end.code}`;
      case 'signalled':
        return `killed by ${end.signal}`;
      case 'timed-out':
        return `timed out (${end.afterMs / 1000} s)`;
      case 'output-limit':
        return 'too much output';
      case 'cancelled':
        return 'stopped';
      case 'not-started':
        return `not started: ${end.message}`;
      default:
        return end satisfies never;
    }
  }
  switch (run.status) {
    case 'answered':
      return `status ${run.statusCode}`;
    case 'timed-out':
      return `timed out (${run.afterMs / 1000} s)`;
    case 'output-limit':
      return 'response too long';
    case 'cancelled':
      return 'stopped';
    case 'not-answered':
      return `no response: ${run.message}`;
    case 'returned':
      return 'returned';
    case 'threw':
      return `threw: ${run.message}`;
    case 'unavailable':
      return 'not run';
    default:
      return run satisfies never;
  }
}

/** Without empty fields. */
function present(value: object): object {
  const entries = Object.entries(value).flatMap(([key, each]): [string, unknown][] => {
    const inner: unknown =
      typeof each === 'object' && each !== null && !Array.isArray(each) ? present(each) : each;
    return isEmpty(inner) ? [] : [[key, inner]];
  });
  return Object.fromEntries(entries);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What the hooks received, and their combined result. */
export interface Ran {
  readonly told: object;
  readonly together: object;
  /** Shell text that they left for commands. */
  readonly forCommands: string;
}
