import { isJsonObject, type JsonObject } from '@sluice/core';
import { fieldsOf } from './answer-fields.ts';
import type { DelegatedHandler } from '../read/hook-handler.ts';
import type { HookEvent } from '../events/event-lookup.ts';
import { failedBecause, meaningOfSaying, type HookMeaning } from './interpret-run.ts';
import { readOwnFields, readSaying } from './read-saying.ts';
import type { DelegatedRun } from '../run/run-delegated.ts';

export function interpretDelegated(run: DelegatedRun, handler: DelegatedHandler): HookMeaning {
  switch (run.status) {
    case 'unavailable':
      return failedBecause(`${run.what} can't run yet, so this hook decided nothing`);
    case 'returned':
      return handler.kind === 'mcp_tool' || handler.kind === 'callback'
        ? said(run.value, handler.event)
        : judged(run.value, handler);
    case 'threw':
      return failedBecause(`it could not be run: ${run.message}`);
    case 'timed-out':
      return { kind: 'timed-out', afterMs: run.afterMs };
    case 'cancelled':
      return { kind: 'cancelled' };
    default:
      return run satisfies never;
  }
}

/** The text of a server's tool is treated as command output. */
function said(value: unknown, event: HookEvent): HookMeaning {
  const read = readFieldsOf(value, ({ text, flag }) => ({ text: text('text'), isError: flag('isError') }));
  if (!read.ok) return read.meaning;
  const { text = '', isError } = read.fields;
  return isError === true
    ? failedBecause(`the tool failed: ${text === '' ? 'it gave no reason' : text}`)
    : meaningOfSaying(readSaying(text, event));
}

/** A refusal ends the work. A prompt that is blocked has none to end. */
const ENDS: ReadonlySet<HookEvent> = new Set<HookEvent>(['PostToolBatch']);
/** The same, unless the hook allows it to go on (`continueOnBlock`). */
const MAY_END: ReadonlySet<HookEvent> = new Set<HookEvent>(['PreToolUse', 'PostToolUse']);
/** A model's answer changes nothing here. */
const IDLE: ReadonlySet<HookEvent> = new Set<HookEvent>(['PermissionRequest', 'PermissionDenied']);
/** The work continues with the refusal, which must end at some point. */
const GOES_ON: ReadonlySet<HookEvent> = new Set<HookEvent>(['Stop', 'SubagentStop']);

function judged(value: unknown, handler: DelegatedHandler): HookMeaning {
  const { event } = handler;
  const read = readFieldsOf(value, ({ text, flag }) => ({
    ok: flag('ok'),
    reason: text('reason'),
    impossible: flag('impossible'),
    unavailable: text('unavailable'),
  }));
  if (!read.ok) return read.meaning;
  const { ok, reason = 'it gave no reason', impossible, unavailable } = read.fields;
  if (unavailable !== undefined)
    return { kind: 'failed', problem: `its model can't be asked: ${unavailable}`, isUnavailable: true };
  if (ok === undefined) return failedBecause('its answer has no "ok", which is true or false');
  if (ok || IDLE.has(event)) return ANSWERED;
  if (GOES_ON.has(event) && impossible === true) {
    return { ...ANSWERED, notices: [`its condition can't be met: ${reason}`] };
  }
  const mayGoOn = handler.kind === 'prompt' && handler.continuesOnBlock;
  const ends = ENDS.has(event) || (MAY_END.has(event) && !mayGoOn);
  const nothing = readOwnFields(fieldsOf({}, '', []), event, [], '');
  const silent = {
    systemMessage: undefined,
    verdict: undefined,
    reason: undefined,
    terminalSequence: undefined,
  };
  const answer = { ...silent, ...nothing, stop: ends ? { reason } : undefined };
  return { kind: 'blocked', reason, answer, notices: [] };
}

const ANSWERED = { kind: 'answered', answer: undefined, text: '', notices: [] } as const;

type Read<Fields> =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly meaning: HookMeaning };

function readFieldsOf<Fields>(
  value: unknown,
  read: (fields: ReturnType<typeof fieldsOf>) => Fields,
): Read<Fields> {
  const json: JsonObject | undefined = isJsonObject(value) ? value : undefined;
  if (json === undefined) {
    return {
      ok: false,
      meaning: failedBecause(`the answer is of type ${typeof value}; expected an object`),
    };
  }
  const issues: string[] = [];
  const fields = read(fieldsOf(json, '', issues));
  if (issues.length === 0) return { ok: true, fields };
  return { ok: false, meaning: failedBecause(`its answer is invalid: ${issues.join('; ')}`) };
}
