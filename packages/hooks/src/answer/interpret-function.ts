import { isJsonObject, type JsonObject } from '@sluice/core';
import { fieldsOf, type AnswerFields } from './answer-fields.ts';
import { answerFields, answerNames, insteadOf } from './function-answer.ts';
import type { HookAnswer } from './hook-answer.ts';
import { isEngineEvent, type HookEvent } from '../events/event-lookup.ts';
import { failedBecause, type HookMeaning } from './interpret-run.ts';
import { readOwnFields } from './read-saying.ts';
import type { FunctionRun } from '../run/run-function.ts';
import { isHarmlessSequence } from './terminal-sequence.ts';

/** Interprets the result of a function call. */
export function interpretFunction(run: FunctionRun, event: HookEvent): HookMeaning {
  switch (run.status) {
    case 'returned':
      return meaningOf(run.value, event);
    case 'threw':
      return failedBecause(`it threw: ${run.message}`);
    case 'timed-out':
      return { kind: 'timed-out', afterMs: run.afterMs };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return run satisfies never;
  }
}

function meaningOf(value: unknown, event: HookEvent): HookMeaning {
  if (value === undefined || value === null) {
    return { kind: 'answered', answer: undefined, text: '', notices: [] };
  }
  if (!isJsonObject(value)) {
    return failedBecause(`it returned ${typeof value}; return an object, or nothing`);
  }
  const issues: string[] = [...misnamed(value, event)];
  const fields = answerFields(value, event, issues);
  const stop = reasonOf('stop', fields.object('stop'), issues);
  const block = reasonOf('block', fields.object('block'), issues);
  const said = fields.texts('notices') ?? [];
  const answer: HookAnswer = {
    stop,
    systemMessage: undefined,
    verdict: undefined,
    reason: undefined,
    terminalSequence: sequenceOf(fields, event, issues),
    ...readOwnFields(fields, event, issues, ''),
  };
  if (issues.length > 0) {
    const found = issues.slice(0, 5).join('; ');
    if (answer.permissionDecision !== 'deny') {
      return failedBecause(`its answer is invalid and was ignored: ${found}`);
    }
    // A guard's refusal stands, even if the rest of its answer is invalid.
    const problem = `its answer is invalid, so only its refusal was used: ${found}`;
    const reason = answer.permissionDecisionReason ?? problem;
    return { kind: 'blocked', reason, answer: undefined, notices: [problem] };
  }
  const notices = [...said, ...idleFields(value, event).map((key) => hint(key, event))];
  return block === undefined || !answerNames(event).includes('block')
    ? { kind: 'answered', answer, text: '', notices }
    : { kind: 'blocked', reason: block.reason, answer, notices };
}

function sequenceOf(fields: AnswerFields, event: HookEvent, issues: string[]): string | undefined {
  if (!isEngineEvent(event)) return undefined;
  const sequence = fields.text('terminalSequence');
  if (sequence === undefined || sequence === '' || isHarmlessSequence(sequence)) return sequence;
  issues.push('"terminalSequence" contains more than titles, notifications, progress and the bell');
  return undefined;
}

function reasonOf(
  name: string,
  json: JsonObject | undefined,
  issues: string[],
): { readonly reason: string } | undefined {
  if (json === undefined) return undefined;
  const reason = fieldsOf(json, `${name}.`, issues).text('reason');
  if (reason === undefined) issues.push(`"${name}.reason" is missing`);
  return reason === undefined ? undefined : { reason };
}

/** Fields that have no effect. */
function idleFields(value: JsonObject, event: HookEvent): readonly string[] {
  const known = answerNames(event);
  return givenFields(value)
    .filter((key) => !known.includes(key))
    .slice(0, 5);
}

/** Fields spelled as in settings, and answers of nothing but ineffective fields: they were meant to do something. */
function misnamed(value: JsonObject, event: HookEvent): readonly string[] {
  const idle = idleFields(value, event);
  const ofSettings = idle.flatMap((key) => {
    const instead = insteadOf(key, event);
    return instead === undefined ? [] : [`"${key}" has no effect for ${event}; return ${instead}`];
  });
  if (ofSettings.length > 0) return ofSettings;
  const isNothingElse = idle.length > 0 && idle.length === givenFields(value).length;
  return isNothingElse ? idle.map((key) => hint(key, event)) : [];
}

function givenFields(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

function hint(key: string, event: HookEvent): string {
  return `${JSON.stringify(key.slice(0, 80))} in its answer has no effect for ${event}; valid fields are ${answerNames(event).join(', ')}`;
}
