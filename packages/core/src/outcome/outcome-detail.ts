import { getOwn, isJsonObject, type JsonObject } from '../data/json.ts';
import { recordData } from './record-data.ts';
import type { CancelReason, DenialSource, Outcome } from '../data/outcome.ts';

/** A journal line is limited in size. */
const MAX_CHARS = 300;

/** What a journal line stores about an outcome besides its code: enough to count and name it again. Texts are in the content. */
export function outcomeDetail(outcome: Outcome): JsonObject {
  switch (outcome.code) {
    case 'cancelled':
      return { code: outcome.code, started: outcome.started, reason: { ...outcome.reason } };
    case 'denied':
      return {
        code: outcome.code,
        by: outcome.by,
        reason: outcome.reason.slice(0, MAX_CHARS),
        grounds: recordData(outcome.grounds),
      };
    case 'outcome-unknown':
      return { ...outcome };
    case 'tool-error':
      return { code: outcome.code, errorCode: outcome.errorCode };
    case 'invalid-input':
      return outcome.errorCode === undefined
        ? { code: outcome.code, stage: outcome.stage }
        : { code: outcome.code, stage: outcome.stage, errorCode: outcome.errorCode };
    case 'ok':
    case 'unknown-tool':
    case 'blocked-by-hook':
    case 'suspended':
      return { code: outcome.code };
    default:
      return outcome satisfies never;
  }
}

/** The outcome of a journaled call, as far as its line tells. */
export function journaledOutcome(code: string, detail: unknown, text: string): Outcome {
  const message = text.slice(0, MAX_CHARS).toWellFormed();
  const known = isJsonObject(detail) ? detail : {};
  const started = getOwn(known, 'started') === true;
  switch (code) {
    case 'ok':
      return { code };
    case 'cancelled':
      return { code, started, reason: journaledReason(getOwn(known, 'reason')) };
    case 'outcome-unknown':
      return { code, started, isReadOnly: getOwn(known, 'isReadOnly') === true ? true : undefined };
    case 'denied': {
      const by = getOwn(known, 'by');
      return {
        code,
        by: DENIERS.find((denier) => denier === by) ?? 'headless',
        reason: message,
        grounds: { kind: 'stated', text: message },
      };
    }
    case 'invalid-input':
      return { code, ...journaledCheck(known), issues: [], message };
    case 'unknown-tool':
      return { code, name: '', nearNames: [] };
    case 'blocked-by-hook':
      return { code, hook: '', reason: message };
    default: {
      const errorCode = getOwn(known, 'errorCode');
      return { code: 'tool-error', errorCode: typeof errorCode === 'string' ? errorCode : code, message };
    }
  }
}

const DENIERS: readonly DenialSource[] = [
  'rule',
  'mode',
  'tool',
  'safety',
  'classifier',
  'hook',
  'check',
  'person',
  'headless',
];
const CHECKS = ['json', 'schema', 'validate', 'unclosed', 'max-tokens'] as const;

function journaledCheck(known: JsonObject) {
  const stage = getOwn(known, 'stage');
  const errorCode = getOwn(known, 'errorCode');
  return {
    stage: CHECKS.find((check) => check === stage) ?? 'schema',
    errorCode: typeof errorCode === 'string' ? errorCode : undefined,
  };
}

function journaledReason(reason: unknown): CancelReason {
  const kind = isJsonObject(reason) ? getOwn(reason, 'kind') : undefined;
  switch (kind) {
    case 'user-message':
    case 'user-cancel':
    case 'stream-retracted':
    case 'parent-ended':
      return { kind };
    case 'program':
    case 'stopped': {
      const message = isJsonObject(reason) ? getOwn(reason, 'message') : undefined;
      return { kind, message: typeof message === 'string' ? message : '' };
    }
    case 'timeout': {
      const afterMs = isJsonObject(reason) ? getOwn(reason, 'afterMs') : undefined;
      return { kind, afterMs: typeof afterMs === 'number' ? afterMs : 0 };
    }
    default:
      return { kind: 'shutdown' };
  }
}
