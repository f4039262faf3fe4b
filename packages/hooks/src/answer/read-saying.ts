import { errorText, presentItems } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { buriedAnswer } from './buried-answer.ts';
import { fieldsOf, type AnswerFields } from './answer-fields.ts';
import type { EventAnswer, HookAnswer, HookSaying, PermissionSaying } from './hook-answer.ts';
import type { OwnField } from '../events/event-terms.ts';
import { eventTerms, type HookEvent } from '../events/event-lookup.ts';
import { isHarmlessSequence } from './terminal-sequence.ts';

/** UTF-16 units of a hook's text for a classifier. */
const MAX_CLASSIFIER = 2000;

/** Fields of `hookSpecificOutput` that people write one level too high. */
const SPECIFIC = [
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'classifierContext',
];

/** Parses a hook's standard output: JSON if it starts with a brace, otherwise plain text. */
export function readSaying(stdout: string, event: HookEvent): HookSaying {
  const text = stdout.trim();
  if (!text.startsWith('{')) {
    const line = buriedAnswer(stdout, event);
    return line === undefined ? { kind: 'text', text } : { kind: 'buried', line };
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { kind: 'broken', problem: errorText(error) };
  }
  if (!isJsonObject(json)) return { kind: 'text', text };
  const issues: string[] = [];
  const answer = readAnswer(json, event, issues);
  return issues.length > 0
    ? { kind: 'misfit', issues }
    : { kind: 'answer', answer, hints: hintsOf(json, event) };
}

function readAnswer(json: JsonObject, event: HookEvent, issues: string[]): HookAnswer {
  const top = fieldsOf(json, '', issues);
  const specific = top.object('hookSpecificOutput');
  const own = fieldsOf(specific ?? {}, 'hookSpecificOutput.', issues);
  if (specific !== undefined) checkEvent(own, event, issues);
  top.flag('suppressOutput');
  const mayGoOn = top.flag('continue');
  const stopReason = top.text('stopReason');
  const { takesVerdict } = eventTerms(event);
  return {
    stop: mayGoOn === false ? { reason: stopReason } : undefined,
    systemMessage: top.text('systemMessage'),
    verdict: takesVerdict === true ? top.oneOf('decision', ['approve', 'block']) : undefined,
    reason: top.text('reason'),
    terminalSequence: harmlessOnly(top.text('terminalSequence')),
    ...readOwnFields(own, event, issues, 'hookSpecificOutput.'),
  };
}

/** The event's own fields, wherever they are. */
export function readOwnFields(
  own: AnswerFields,
  event: HookEvent,
  issues: string[],
  prefix: string,
): Omit<HookAnswer, 'stop' | 'systemMessage' | 'verdict' | 'reason' | 'terminalSequence'> {
  const { own: known = [] } = eventTerms(event);
  const has = (field: OwnField): boolean => known.includes(field);
  return {
    permissionDecision: has('permissionDecision')
      ? own.oneOf('permissionDecision', ['allow', 'deny', 'ask', 'defer'])
      : undefined,
    permissionDecisionReason: has('permissionDecisionReason')
      ? own.text('permissionDecisionReason')
      : undefined,
    updatedInput: has('updatedInput') ? own.object('updatedInput') : undefined,
    additionalContext: own.text('additionalContext'),
    classifierContext: has('classifierContext')
      ? own.text('classifierContext')?.slice(0, MAX_CLASSIFIER).toWellFormed()
      : undefined,
    updatedOutput: has('updatedToolOutput')
      ? (own.any('updatedToolOutput') ?? own.any('updatedMCPToolOutput'))
      : undefined,
    permission: has('decision')
      ? readPermission(own.object('decision'), issues, `${prefix}decision.`)
      : undefined,
    more: readMore(own, has),
  };
}

function harmlessOnly(sequence: string | undefined): string | undefined {
  return sequence !== undefined && isHarmlessSequence(sequence) ? sequence : undefined;
}

function readMore(own: AnswerFields, has: (field: OwnField) => boolean): EventAnswer {
  return {
    retry: has('retry') ? own.flag('retry') : undefined,
    watchPaths: has('watchPaths') ? own.texts('watchPaths') : undefined,
    sessionTitle: has('sessionTitle') ? own.text('sessionTitle') : undefined,
    initialUserMessage: has('initialUserMessage') ? own.text('initialUserMessage') : undefined,
    reloadSkills: has('reloadSkills') ? own.flag('reloadSkills') : undefined,
    suppressOriginalPrompt: has('suppressOriginalPrompt') ? own.flag('suppressOriginalPrompt') : undefined,
    displayContent: has('displayContent') ? own.text('displayContent') : undefined,
    worktreePath: has('worktreePath') ? own.text('worktreePath') : undefined,
    action: has('action') ? own.oneOf('action', ['accept', 'decline', 'cancel']) : undefined,
    content: has('content') ? own.object('content') : undefined,
  };
}

function readPermission(
  json: JsonObject | undefined,
  issues: string[],
  prefix: string,
): PermissionSaying | undefined {
  if (json === undefined) return undefined;
  const fields = fieldsOf(json, prefix, issues);
  const behavior = fields.oneOf('behavior', ['allow', 'deny']);
  if (behavior === undefined) {
    issues.push(`"${prefix}behavior" is missing: use "allow" or "deny"`);
    return undefined;
  }
  return {
    behavior,
    updatedInput: fields.object('updatedInput'),
    updatedPermissions: fields.any('updatedPermissions')?.value,
    message: fields.text('message'),
    interrupt: fields.flag('interrupt') ?? false,
  };
}

function checkEvent(own: AnswerFields, event: HookEvent, issues: string[]): void {
  const name = own.text('hookEventName');
  if (name === event) return;
  const said = name === undefined ? 'is missing' : `is ${JSON.stringify(name.slice(0, 80))}`;
  issues.push(`"hookSpecificOutput.hookEventName" ${said} and must be "${event}"`);
}

/** Fields that have no effect where they are. */
function hintsOf(json: JsonObject, event: HookEvent): string[] {
  const { own = [], takesVerdict } = eventTerms(event);
  const misplaced = [...new Set([...SPECIFIC, ...own])].filter((key) => Object.hasOwn(json, key));
  const isVerdictLost =
    Object.hasOwn(json, 'decision') && takesVerdict !== true && !misplaced.includes('decision');
  return presentItems([
    ...misplaced.map(
      (key) =>
        `its "${key}" has no effect at the top level: print {"hookSpecificOutput":{"hookEventName":"${event}","${key}":…}}`,
    ),
    hasHarmfulSequence(json) ? HARMFUL : undefined,
    isVerdictLost ? `its "decision" has no effect for ${event}` : undefined,
  ]);
}

const HARMFUL =
  'its "terminalSequence" was dropped: it may contain only window titles (OSC 0, 1, 2), notification text (OSC 9, 99, 777), progress (OSC 9;4) and the bell';

function hasHarmfulSequence(json: JsonObject): boolean {
  const sequence = getOwn(json, 'terminalSequence');
  return typeof sequence === 'string' && sequence !== '' && !isHarmlessSequence(sequence);
}
