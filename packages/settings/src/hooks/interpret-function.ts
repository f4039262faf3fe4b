import { isJsonObject, type JsonObject } from '@sluice/core';
import { fieldsOf } from './answer-fields.ts';
import type { HookAnswer } from './hook-answer.ts';
import { eventTerms, type HookEvent } from './hook-events.ts';
import { failedBecause, type HookMeaning } from './interpret-run.ts';
import { readOwnFields } from './read-saying.ts';
import type { FunctionRun } from './run-function.ts';

/** What the call of a function comes to. */
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
    return failedBecause(`it answered with ${typeof value}, and must with an object, or nothing`);
  }
  const issues: string[] = [];
  const fields = fieldsOf(value, '', issues);
  const stop = reasonOf('stop', fields.object('stop'), issues);
  const block = reasonOf('block', fields.object('block'), issues);
  const said = fields.texts('notices') ?? [];
  const answer: HookAnswer = {
    stop,
    systemMessage: undefined,
    verdict: undefined,
    reason: undefined,
    terminalSequence: undefined,
    ...readOwnFields(fields, event, issues, ''),
  };
  if (issues.length > 0) {
    return failedBecause(
      `its answer does not fit, so nothing of it counts: ${issues.slice(0, 5).join('; ')}`,
    );
  }
  const notices = [...said, ...hintsOf(value, event)];
  return block === undefined || eventTerms(event).exitTwo !== 'blocks'
    ? { kind: 'answered', answer, text: '', notices }
    : { kind: 'blocked', reason: block.reason, answer, notices };
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
function hintsOf(value: JsonObject, event: HookEvent): readonly string[] {
  const { own = [], exitTwo } = eventTerms(event);
  const known = ['stop', 'notices', ...own, ...(exitTwo === 'blocks' ? ['block'] : [])];
  const idle = Object.keys(value).filter((key) => !known.includes(key));
  return idle
    .slice(0, 5)
    .map(
      (key) =>
        `${JSON.stringify(key.slice(0, 80))} in its answer means nothing at ${event}: there are ${known.join(', ')}`,
    );
}
