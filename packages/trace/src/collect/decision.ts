import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { TraceDecision, TracePart, TraceRule } from '../data/trace-data.ts';
import type { Texts } from './texts.ts';

/** The decision about a call, from its record in the journal. */
export function readDecision(record: JsonObject, texts: Texts): TraceDecision | undefined {
  const decision = getOwn(record, 'decision');
  if (!isJsonObject(decision)) return undefined;
  const asked = getOwn(decision, 'asked');
  const trace = getOwn(decision, 'trace');
  return {
    ...causeOf(decision, texts),
    behavior: texts.line(getOwn(decision, 'behavior')),
    asked: isJsonObject(asked) ? causeOf(asked, texts) : undefined,
    parts: Array.isArray(trace) ? trace.flatMap((part) => readPart(part, texts)) : [],
  };
}

function causeOf(value: object, texts: Texts) {
  return {
    by: texts.line(getOwn(value, 'by')),
    reason: texts.line(getOwn(value, 'reason')),
    rule: readRule(getOwn(value, 'rule'), texts),
  };
}

function readPart(part: unknown, texts: Texts): readonly TracePart[] {
  if (!isJsonObject(part)) return [];
  return [
    {
      behavior: texts.line(getOwn(part, 'behavior')),
      stage: texts.line(getOwn(part, 'stage')),
      subject: texts.line(getOwn(part, 'subject')),
      reason: texts.line(getOwn(part, 'reason')),
      rule: readRule(getOwn(part, 'rule'), texts),
    },
  ];
}

function readRule(rule: unknown, texts: Texts): TraceRule | undefined {
  if (!isJsonObject(rule)) return undefined;
  const [file, line] = [getOwn(rule, 'file'), getOwn(rule, 'line')];
  const place = typeof file === 'string' ? `${file}${typeof line === 'number' ? `:${line}` : ''}` : undefined;
  return {
    behavior: texts.line(getOwn(rule, 'behavior')),
    text: texts.line(getOwn(rule, 'text')),
    place: texts.line(place ?? getOwn(rule, 'source')),
  };
}
