import { presentItems } from '@sluice/base';
import type { JsonObject } from '@sluice/core';
import { fieldsOf, type AnswerFields } from './answer-fields.ts';
import type { OwnField } from '../events/event-terms.ts';
import { eventTerms, isEngineEvent, type HookEvent } from '../events/event-lookup.ts';

const DECISION_NAMES: ReadonlyMap<string, string> = new Map([
  ['permissionDecision', 'decision'],
  ['permissionDecisionReason', 'reason'],
]);

/** The function API's names for fields that are named differently in settings. */
const NAMES: ReadonlyMap<HookEvent, ReadonlyMap<string, string>> = new Map([
  ['PreToolUse', DECISION_NAMES],
  ['PreModelSwitch', DECISION_NAMES],
  ['PreSkillShellCommand', DECISION_NAMES],
  ['PostToolUse', new Map([['updatedToolOutput', 'updatedOutput']])],
]);

/** For settings only: servers of tools have no functions. */
const NOT_OF_FUNCTIONS: ReadonlySet<OwnField> = new Set(['updatedMCPToolOutput']);

/** The fields that a function may return at an event. */
export function answerNames(event: HookEvent): readonly string[] {
  const { own = [], exitTwo } = eventTerms(event);
  const names = NAMES.get(event);
  return presentItems([
    ...own.filter((field) => !NOT_OF_FUNCTIONS.has(field)).map((field) => names?.get(field) ?? field),
    exitTwo === 'blocks' && !isEngineEvent(event) ? 'block' : undefined,
    'stop',
    'notices',
    isEngineEvent(event) ? 'terminalSequence' : undefined,
  ]);
}

/** Reads the settings fields under their function names, and reports problems with those names. */
export function answerFields(json: JsonObject, event: HookEvent, issues: string[]): AnswerFields {
  const fields = fieldsOf(json, '', issues);
  const names = NAMES.get(event);
  if (names === undefined) return fields;
  const named = (key: string): string => names.get(key) ?? key;
  return {
    any: (key) => fields.any(named(key)),
    text: (key) => fields.text(named(key)),
    texts: (key) => fields.texts(named(key)),
    flag: (key) => fields.flag(named(key)),
    object: (key) => fields.object(named(key)),
    oneOf: (key, choices) => fields.oneOf(named(key), choices),
  };
}

/** The settings form, and what a function returns instead; undefined if the key is not in that form. */
export function insteadOf(key: string, event: HookEvent): string | undefined {
  const known = answerNames(event);
  if (known.includes(key)) return undefined;
  const own = NAMES.get(event)?.get(key);
  if (own !== undefined) return `"${own}"`;
  // Session functions may block at other events, and return it next to the answer.
  if (key === 'block')
    return isEngineEvent(event) ? (known.includes('decision') ? DECISION : STOP).text : undefined;
  const instead = INSTEAD.get(key)?.find(({ field }) => known.includes(field));
  return instead?.text;
}

interface Instead {
  readonly field: string;
  readonly text: string;
}

const STOP: Instead = { field: 'stop', text: '"stop": { "reason": … }' };
const BLOCK: Instead = { field: 'block', text: '"block": { "reason": … }' };
const OBJECTION: Instead = { field: 'additionalContext', text: '"additionalContext"' };
const DECISION: Instead = { field: 'decision', text: '"decision"' };

/** The first one that the event supports applies. */
const INSTEAD: ReadonlyMap<string, readonly Instead[]> = new Map([
  ['continue', [STOP]],
  ['stopReason', [STOP]],
  ['systemMessage', [{ field: 'notices', text: '"notices": [ … ]' }]],
  ['hookSpecificOutput', [{ field: 'stop', text: 'its fields in the answer itself' }]],
  ['decision', [BLOCK, OBJECTION, STOP]],
  ['permissionDecision', [DECISION, BLOCK, STOP]],
  ['permissionDecisionReason', [BLOCK, STOP]],
  ['updatedMCPToolOutput', [{ field: 'updatedOutput', text: '"updatedOutput"' }]],
]);
