import { getOwn, isJsonObject } from '@sluice/core';
import { eventTerms, type HookEvent } from '../events/event-lookup.ts';

/** More than any answer plus what a program prints before it. */
const MAX_CHARS = 256 * 1024;

/** A field that answers have and other text rarely does. */
const FIELD =
  /"(?:hookSpecificOutput|permissionDecision|decision|continue|systemMessage|additionalContext|updatedInput|stopReason)"\s*:/;

/**
 * The line (1-based) where an answer starts in output that starts with other text, such as a script's trace; undefined if there is none.
 * Where plain text has a meaning, only output that is JSON to its end is treated as an answer.
 */
export function buriedAnswer(stdout: string, event: HookEvent): number | undefined {
  const text = stdout.slice(0, MAX_CHARS);
  const start = /\n[ \t]*\{/.exec(text);
  if (start === null) return undefined;
  const rest = text.slice(start.index + 1);
  if (!FIELD.test(rest)) return undefined;
  if (eventTerms(event).text !== undefined && !isAnswer(rest)) return undefined;
  return text.slice(0, start.index + 1).split('\n').length;
}

function isAnswer(text: string): boolean {
  try {
    const json: unknown = JSON.parse(text);
    return isJsonObject(json) && ANSWERS.some((key) => getOwn(json, key) !== undefined);
  } catch {
    return false;
  }
}

const ANSWERS = ['hookSpecificOutput', 'decision', 'continue', 'systemMessage'];
