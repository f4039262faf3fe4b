import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { StageName, TraceStage, TraceWait } from '../data/trace-data.ts';
import type { Texts } from './texts.ts';

const STAGES: readonly (readonly [recorded: string, name: StageName])[] = [
  ['received', 'received'],
  ['queued', 'queued'],
  ['preparing', 'preparing'],
  ['awaiting-permission', 'asking'],
  ['executing', 'running'],
  ['settling', 'settling'],
];

/** The stages in the order in which a call goes through them. */
export function readStages(record: JsonObject): readonly TraceStage[] {
  const durations = getOwn(record, 'durations');
  if (!isJsonObject(durations)) return [];
  return STAGES.flatMap(([recorded, name]) => {
    const ms = getOwn(durations, recorded);
    return typeof ms === 'number' && ms > 0 ? [{ name, ms }] : [];
  });
}

/** What the call waited for. */
export function readWaits(
  record: JsonObject,
  itemOf: (callId: string, messageId: string | undefined) => string | undefined,
  texts: Texts,
): readonly TraceWait[] {
  const waits = getOwn(record, 'waits');
  if (!Array.isArray(waits)) return [];
  return waits.flatMap((wait: unknown) => {
    if (!isJsonObject(wait)) return [];
    const [callId, ms] = [getOwn(wait, 'callId'), getOwn(wait, 'ms')];
    const messageId = getOwn(wait, 'messageId');
    const of = typeof messageId === 'string' ? messageId : undefined;
    return [
      {
        item: typeof callId === 'string' ? itemOf(callId, of) : undefined,
        callId: typeof callId === 'string' ? texts.line(callId) : undefined,
        ms: typeof ms === 'number' ? ms : 0,
        why: texts.line(getOwn(wait, 'why')),
      },
    ];
  });
}
