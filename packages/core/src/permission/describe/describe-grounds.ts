import type { Approver, DecisionGrounds, NoAnswer } from '../../data/decision-grounds.ts';
import { describeCause } from './describe-cause.ts';
import { describeRemedy } from './remedy-of.ts';

/** A question that is denied is none that a rule could allow: the model is told to decide. */
function withoutAnswer(asked: DecisionGrounds): string {
  return asked.kind === 'part' && asked.cause.kind === 'interaction'
    ? `. ${describeRemedy({ code: 'interaction' })}`
    : '';
}

/** The grounds in words, without a full stop at the end where no remedy follows. */
export function describeGrounds(grounds: DecisionGrounds): string {
  switch (grounds.kind) {
    case 'part':
      return describeCause(grounds.cause, grounds.subject);
    case 'stated':
      return grounds.text;
    case 'nothing-known':
      return 'nothing is known about this call';
    case 'tool-allows':
      return 'the tool allows it';
    case 'hook-asks':
      return `the hook "${grounds.hook}" asks${grounds.said === '' ? '' : `: ${grounds.said}`}`;
    case 'hook-allows':
      return `the hook "${grounds.hook}" allows it`;
    case 'stale-allow':
      return `${describeGrounds(grounds.grounds)} (the hook "${grounds.allowedBy}" allowed a different input, before the hook "${grounds.changedBy}" changed it)`;
    case 'classifier':
      return `the classifier ${grounds.behavior === 'ask' ? 'requires a person to decide' : 'decided'}: ${grounds.said}`;
    case 'never-asked':
      return `${describeGrounds(grounds.asked)}, and the mode dontAsk denies calls instead of asking${withoutAnswer(grounds.asked)}`;
    case 'unanswered':
      return `${describeGrounds(grounds.asked)}, ${noAnswerText(grounds.why)}. ${describeRemedy(grounds.remedy)}`;
    case 'approved':
      return grounds.approver === undefined
        ? 'a person allowed it'
        : `${approverText(grounds.approver)} allowed it`;
    case 'declined':
      return declinedText(grounds);
    case 'file-changed':
      return `${grounds.path} has changed since then`;
    case 'file-keeps-changing':
      return `${grounds.path} changed each of the ${grounds.times} times a person was asked about this call. Stop whatever changes the file, then make the call again.`;
    case 'names-keep-changing':
      return `which files git would change in ${grounds.directory} changed each of the ${grounds.times} times this call was about to start. Stop whatever changes the repository, then make the call again.`;
    case 'policy-failed':
      return `the permission policy failed: ${grounds.message}`;
    case 'undecidable':
      return `the call could not be decided: ${grounds.message}`;
    default:
      return grounds satisfies never;
  }
}

export function approverText({ kind, name }: Approver): string {
  return kind === 'hook' ? `the hook "${name}"` : `the automated check "${name}"`;
}

function declinedText({ approver, feedback }: Extract<DecisionGrounds, { kind: 'declined' }>): string {
  if (approver === undefined) return feedback ?? 'a person declined it';
  return `${approverText(approver)} declined it${feedback === undefined ? '' : `: ${feedback}`}`;
}

function noAnswerText(why: NoAnswer): string {
  switch (why.kind) {
    case 'nobody':
      return 'and no one is available to approve it';
    case 'unavailable':
      return `and ${why.reason}`;
    case 'may-not-allow':
      return `which ${approverText(why.approver)} may not allow`;
    default:
      return why satisfies never;
  }
}
