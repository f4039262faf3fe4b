import type { InputCheck } from '@sluice/core';

/** Maximum bytes of a text: half of what Linux accepts as one argument, so that what precedes it fits as well. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Rejects a text that can't be a program's argument: one with a NUL byte, or one that is far too long. */
export function checkTexts(input: object): InputCheck {
  for (const [field, value] of Object.entries(input)) {
    if (typeof value !== 'string') continue;
    if (value.includes('\0')) {
      return {
        ok: false,
        code: 'nul-byte',
        message: `${field} contains a NUL byte. Remove it and try again.`,
      };
    }
    const bytes = Buffer.byteLength(value);
    if (bytes > MAX_TEXT_BYTES) {
      const message = `${field} is ${bytes} bytes long; at most ${MAX_TEXT_BYTES} can be searched for. Give a shorter one.`;
      return { ok: false, code: 'text-too-long', message };
    }
  }
  return { ok: true };
}
