import { getOwn, isJsonObject } from '@sluice/core';
import { eventTerms, type HookEvent } from '../events/hook-events.ts';

/** More than any answer and what a program writes before it. */
const MOST_CHARS = 256 * 1024;

/** A field that answers have, and hardly any other text. */
const FIELD =
  /"(?:hookSpecificOutput|permissionDecision|decision|continue|systemMessage|additionalContext|updatedInput|stopReason)"\s*:/;

/**
 * The line, from 1, at which an answer begins in an output that begins with other text, such as what a script writes to see what it
 * does; undefined: there is none. Where plain text means something, only what is JSON to its end is taken for one.
 */
export function buriedAnswer(stdout: string, event: HookEvent): number | undefined {
  const text = stdout.slice(0, MOST_CHARS);
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
