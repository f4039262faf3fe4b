import { formatPath, WHOLE } from '../input/describe.ts';
import { durationText } from '../result/duration-text.ts';
import type { CancelReason, InputIssue, Outcome } from '../data/outcome.ts';

/** What the model reads about an outcome other than `ok`: what happened, where, how to fix it. */
export function outcomeForModel(outcome: Exclude<Outcome, { code: 'ok' }>, toolName: string): string {
  switch (outcome.code) {
    case 'tool-error':
      return outcome.message;
    case 'invalid-input':
      return outcome.issues.length === 0
        ? outcome.message
        : issuesText(outcome.issues, outcome.message, toolName);
    case 'unknown-tool':
      return unknownToolText(outcome);
    case 'denied':
      return deniedText(outcome);
    case 'blocked-by-hook':
      return `The hook "${outcome.hook}" blocked this call: ${outcome.reason}`;
    case 'suspended':
      return `This call has not run yet: ${outcome.reason}`;
    case 'cancelled':
      return canceledText(outcome);
    case 'outcome-unknown':
      return unknownText(outcome);
    default:
      return outcome satisfies never;
  }
}

/** One line for a person. */
export function outcomeForPerson(outcome: Outcome): string {
  switch (outcome.code) {
    case 'ok':
      return 'done';
    case 'tool-error':
      return `failed: ${firstLine(outcome.message)}`;
    case 'invalid-input':
      return `invalid input: ${issueText(outcome.issues[0]) ?? firstLine(outcome.message)}`;
    case 'unknown-tool':
      return outcome.whyGone === undefined
        ? `no tool named ${outcome.name}`
        : `${outcome.name} is no longer available: ${firstLine(outcome.whyGone)}`;
    case 'denied':
      return `denied: ${outcome.reason}`;
    case 'blocked-by-hook':
      return `blocked by hook ${outcome.hook}: ${outcome.reason}`;
    case 'suspended':
      return `suspended: ${outcome.reason}`;
    case 'cancelled':
      return `canceled (${outcome.reason.kind === 'stopped' ? firstLine(outcome.reason.message) : outcome.reason.kind})${outcome.mayStillRun === true ? ', may still be running' : ''}`;
    case 'outcome-unknown':
      if (!outcome.started) return 'not started: the program ended first';
      return outcome.isReadOnly === true ? 'the program ended while it was running' : 'outcome unknown';
    default:
      return outcome satisfies never;
  }
}

/** One issue, in a line without a full stop. */
export function issueText(issue: InputIssue | undefined): string | undefined {
  if (issue === undefined) return undefined;
  const where = formatPath(issue.path);
  if (issue.unknownField !== undefined) {
    const hint = issue.nearField === undefined ? '' : `; did you mean "${issue.nearField}"?`;
    return `${where === WHOLE ? '' : `${where}: `}unknown field "${issue.unknownField}"${hint}`;
  }
  if (issue.received === 'nothing') return `${where}: is required (${issue.expected})`;
  // If the type is right, the validator's own message says what is wrong.
  return issue.isOfKind
    ? `${where}: ${issue.message}; got ${issue.received}`
    : `${where}: expected ${issue.expected}, got ${issue.received}`;
}

function issuesText(issues: readonly InputIssue[], closing: string, toolName: string): string {
  const lines = issues.slice(0, 20).map((issue) => `- ${issueText(issue)}`);
  const more = issues.length > 20 ? [`- and ${issues.length - 20} more`] : [];
  return [`The input of ${toolName} does not match its schema:`, ...lines, ...more, closing].join('\n');
}

function unknownToolText({
  name,
  nearNames,
  whyGone,
  whyMissing,
}: Extract<Outcome, { code: 'unknown-tool' }>): string {
  if (whyGone !== undefined)
    return `The tool ${name} is no longer available: ${whyGone}. The call did not run.`;
  if (name === '') return 'The call has no tool name: "name" must be one of the tools that you were given.';
  const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name);
  if (whyMissing !== undefined) return `The tool ${shown} is not available. ${whyMissing}`;
  if (nearNames.length === 0)
    return `There is no tool named ${shown}. Use one of the tools that you were given.`;
  return `There is no tool named ${shown}. Did you mean ${nearNames.join(' or ')}?`;
}

/** For the model of a child, which no one can answer. */
const REPORT_IT =
  'Do not wait for the user: continue without this call, or if your task needs it, end with a report that says so.';

function deniedText(outcome: Extract<Outcome, { code: 'denied' }>): string {
  if (outcome.by !== 'person') return `Permission denied: ${outcome.reason}`;
  const goesOn = outcome.grounds.kind === 'declined' && outcome.grounds.goesOn === true;
  const hint = goesOn ? `\n${REPORT_IT}` : '';
  if (outcome.feedback !== undefined)
    return `The user declined this call and said: ${outcome.feedback}${hint}`;
  if (goesOn) return `The user declined this call. ${REPORT_IT}`;
  return 'The user declined this call. Stop and wait for the user to say how to continue.';
}

function unknownText({ started, isReadOnly }: Extract<Outcome, { code: 'outcome-unknown' }>): string {
  if (!started) {
    return 'The program ended before this call was started. It has had no effect; make it again if you still need it.';
  }
  return isReadOnly === true
    ? 'The program ended while this call was running. The call only reads, so it has changed nothing; make it again if you still need its result.'
    : 'The program that ran this call ended before the call did. Its outcome is unknown: it may have taken effect fully, partly or not at all. Check before you run it again.';
}

function canceledText(outcome: Extract<Outcome, { code: 'cancelled' }>): string {
  const what = outcome.started ? 'The call was stopped while it ran' : 'The call was not started';
  const still =
    outcome.mayStillRun === true ? ' It did not respond when it was stopped and may still be running.' : '';
  return `${what}: ${reasonText(outcome.reason)}.${still}`;
}

function reasonText(reason: CancelReason): string {
  switch (reason.kind) {
    case 'user-message':
      return 'the user sent a message';
    case 'user-cancel':
      return 'the user interrupted';
    case 'stopped':
      return `the agent was stopped (${reason.message})`;
    case 'stream-retracted':
      return 'the message that requested it was withdrawn';
    case 'program':
      return reason.message === ''
        ? 'the program canceled it'
        : `the program canceled it (${reason.message})`;
    case 'parent-ended':
      return 'the call that made it had ended';
    case 'shutdown':
      return 'the program is shutting down';
    case 'timeout':
      return `it ran longer than its limit of ${durationText(reason.afterMs)}`;
    case 'sibling-error':
      return `the earlier ${reason.failedTool} call ${reason.failedCallId} failed, and this one may depend on it`;
    default:
      return reason satisfies never;
  }
}

function firstLine(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 200).toWellFormed()}…` : line;
}
