import type { InputCheck } from '@sluice/core';

/** Refuses a NUL byte in any text of an input: no argument, path or line of text can hold one. */
export function checkNoNul(input: object): InputCheck {
  for (const [field, value] of Object.entries(input)) {
    if (typeof value === 'string' && value.includes('\0')) {
      return {
        ok: false,
        code: 'nul-byte',
        message: `${field} contains a NUL byte. Remove it and try again.`,
      };
    }
  }
  return { ok: true };
}
