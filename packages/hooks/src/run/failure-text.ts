import { MAX_TEXT_CHARS } from '../hook-limits.ts';
import type { ModelContent } from '@sluice/core';
import { clipMiddle } from './clip-text.ts';
import { shownText } from './shown-text.ts';

/** Room for the note about what is omitted. */
const WORDS = 150;

/**
 * The result of a failed call, as hooks read it: what failed, then what the model sees of the work, cut in the middle if it is too long.
 */
export function failureText(failure: string, content: ModelContent): string {
  if (typeof content === 'string' || !('type' in content)) {
    return clipMiddle(beginning(failure, shownText(content)), MAX_TEXT_CHARS);
  }
  const { prefix = '', head, tail = '', bytes, path } = content;
  const room = MAX_TEXT_CHARS - WORDS - path.length;
  const first = clipMiddle(beginning(failure, prefix), Math.floor(room / 2));
  const half = Math.floor((room - first.length) / 2);
  const left = `[Not all of the ${bytes} bytes are shown; the full output is in ${path}]`;
  const parts = [first, head.slice(0, half), left, tail.slice(Math.max(0, tail.length - half))];
  return parts
    .filter((part) => part !== '')
    .join('\n')
    .toWellFormed();
}

/** A tool's output needn't say that it failed. */
function beginning(failure: string, text: string): string {
  if (text.includes(failure)) return text;
  return text === '' ? failure : `${failure}\n${text}`;
}
