import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { HookAnswer, HookSaying, PermissionSaying } from './hook-answer.ts';
import type { FiredEvent } from './hook-events.ts';

/** Fields that stand in `hookSpecificOutput`, and that people write one level too high. */
const SPECIFIC = [
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'updatedToolOutput',
  'updatedMCPToolOutput',
];

/** Takes a hook's standard output: JSON when it begins with a brace, else plain text. */
export function readSaying(stdout: string, event: FiredEvent): HookSaying {
  const text = stdout.trim();
  if (!text.startsWith('{')) return { kind: 'text' };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { kind: 'broken', problem: error instanceof Error ? error.message : String(error) };
  }
  if (!isJsonObject(json)) return { kind: 'text' };
  const issues: string[] = [];
  const answer = readAnswer(json, event, issues);
  return issues.length > 0
    ? { kind: 'misfit', issues }
    : { kind: 'answer', answer, hints: hintsOf(json, event) };
}

function readAnswer(json: JsonObject, event: FiredEvent, issues: string[]): HookAnswer {
  const top = fieldsOf(json, '', issues);
  const specific = top.object('hookSpecificOutput');
  const own = fieldsOf(specific ?? {}, 'hookSpecificOutput.', issues);
  if (specific !== undefined) checkEvent(own, event, issues);
  top.flag('suppressOutput');
  const mayGoOn = top.flag('continue');
  const stopReason = top.text('stopReason');
  const isBefore = event === 'PreToolUse';
  const output =
    event === 'PostToolUse' ? (own.any('updatedToolOutput') ?? own.any('updatedMCPToolOutput')) : undefined;
  return {
    stop: mayGoOn === false ? { reason: stopReason } : undefined,
    systemMessage: top.text('systemMessage'),
    verdict: top.oneOf('decision', ['approve', 'block']),
    reason: top.text('reason'),
    permissionDecision: isBefore
      ? own.oneOf('permissionDecision', ['allow', 'deny', 'ask', 'defer'])
      : undefined,
    permissionDecisionReason: isBefore ? own.text('permissionDecisionReason') : undefined,
    updatedInput: isBefore ? own.object('updatedInput') : undefined,
    additionalContext: own.text('additionalContext'),
    updatedOutput: output,
    permission: event === 'PermissionRequest' ? readPermission(own.object('decision'), issues) : undefined,
  };
}

function readPermission(json: JsonObject | undefined, issues: string[]): PermissionSaying | undefined {
  if (json === undefined) return undefined;
  const fields = fieldsOf(json, 'hookSpecificOutput.decision.', issues);
  const behavior = fields.oneOf('behavior', ['allow', 'deny']);
  if (behavior === undefined) {
    issues.push('"hookSpecificOutput.decision.behavior" is missing: it is "allow" or "deny"');
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

function checkEvent(own: AnswerFields, event: FiredEvent, issues: string[]): void {
  const name = own.text('hookEventName');
  if (name === event) return;
  const said = name === undefined ? 'is missing' : `is ${JSON.stringify(name.slice(0, 80))}`;
  issues.push(`"hookSpecificOutput.hookEventName" ${said} and must be "${event}"`);
}

interface AnswerFields {
  any(key: string): { readonly value: unknown } | undefined;
  text(key: string): string | undefined;
  flag(key: string): boolean | undefined;
  object(key: string): JsonObject | undefined;
  oneOf<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined;
}

/** Null counts as left out: many programs print all their fields. */
function fieldsOf(json: JsonObject, prefix: string, issues: string[]): AnswerFields {
  const valueOf = (key: string): unknown => getOwn(json, key) ?? undefined;
  const wrong = (key: string, must: string): undefined => {
    issues.push(`"${prefix}${key}" must be ${must}`);
  };
  return {
    any: (key) => (valueOf(key) === undefined ? undefined : { value: valueOf(key) }),
    text(key) {
      const value = valueOf(key);
      return value === undefined || typeof value === 'string' ? value : wrong(key, 'a text');
    },
    flag(key) {
      const value = valueOf(key);
      return value === undefined || typeof value === 'boolean' ? value : wrong(key, 'true or false');
    },
    object(key) {
      const value = valueOf(key);
      return value === undefined || isJsonObject(value) ? value : wrong(key, 'an object');
    },
    oneOf(key, choices) {
      const value = valueOf(key);
      const chosen = choices.find((choice) => choice === value);
      if (chosen !== undefined || value === undefined) return chosen;
      return wrong(key, choices.map((choice) => `"${choice}"`).join(' or '));
    },
  };
}

/** Fields that have no effect where they stand. */
function hintsOf(json: JsonObject, event: FiredEvent): string[] {
  return SPECIFIC.filter((key) => Object.hasOwn(json, key)).map(
    (key) =>
      `its "${key}" has no effect at the top level: print {"hookSpecificOutput":{"hookEventName":"${event}","${key}":…}}`,
  );
}
