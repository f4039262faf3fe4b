import type { DecisionCause } from '../../data/decision-cause.ts';
import type { Remedy, RemedyCode } from '../../data/decision-grounds.ts';

/** Whatever it advises works by itself; where no rule and no mode does, it says so. */
const REMEDIES: Readonly<Record<RemedyCode, string>> = {
  'ask-rule': "Allow rules and modes don't override an ask rule: only a person can allow it.",
  'uncertain-rule':
    "Allow rules and modes don't override this: only a person can allow it. To avoid the question, name the programs and files exactly, unless the rule applies to one of them.",
  interaction:
    'Only a person can answer it. If no one can, continue without the answer: decide what you can and say what you assumed. A plan stays unapproved.',
  'person-only': 'No rule or mode can allow it: only a person can.',
  'sealed-read': 'No rule or mode can allow it: continue without it.',
  'sealed-write': 'No rule or mode can allow it: write somewhere else.',
  'person-or-bypass': 'No rule can allow it: a person or the mode bypassPermissions can.',
  'leave-plan':
    'No rule allows it in plan mode: if you have ExitPlanMode and someone can approve the plan, write it and present it; if another agent opened you, report the plan and what you found to that agent; otherwise, put it into your last message. Once the plan is approved, it can run.',
  'write-simply':
    "No rule can cover a command that Sluice can't analyze: write it more simply, in several calls if necessary, or have a person allow it.",
  'hook-wants-person': 'The hook requires a person to decide.',
  'tool-wants-person': 'The tool requires a person to decide.',
  'stop-changing-file': 'Make the call again once the file no longer changes.',
};

export function describeRemedy(remedy: Remedy): string {
  return remedy.code === 'stated' ? remedy.text : REMEDIES[remedy.code];
}

/** A remedy as a decision tells it: in words, and as data. */
export function advise(remedy: Remedy): {
  readonly remedy: string;
  readonly remedyCode: RemedyCode | undefined;
} {
  return {
    remedy: describeRemedy(remedy),
    remedyCode: remedy.code === 'stated' ? undefined : remedy.code,
  };
}

/**
 * What would let a call that is asked about run.
 * @param given what the host says where a rule or another mode would do
 */
export function remedyOf(cause: DecisionCause, given: string): Remedy {
  if (cause.kind === 'definition-changed') return { code: 'stated', text: cause.remedy };
  const code = codeOf(cause);
  return code === undefined ? { code: 'stated', text: given } : { code };
}

function codeOf(cause: DecisionCause): RemedyCode | undefined {
  switch (cause.kind) {
    case 'rule':
      return 'ask-rule';
    case 'may-concern':
      return 'uncertain-rule';
    case 'interaction':
      return 'interaction';
    case 'critical-removal':
      return 'person-only';
    case 'sealed':
      if (cause.access !== 'read') return 'sealed-write';
      return cause.above === undefined ? 'sealed-read' : 'person-only';
    case 'protected-path':
    case 'gives-rights':
    case 'caution':
      return 'person-or-bypass';
    case 'plan-mode':
      return 'leave-plan';
    case 'opaque':
      return 'write-simply';
    case 'unknown-path':
      return cause.isRedirection === true ? 'person-or-bypass' : undefined;
    default:
      return undefined;
  }
}
