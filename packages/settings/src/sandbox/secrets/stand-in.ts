import { randomInt } from 'node:crypto';

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** With 62 characters, 95 bits: nothing else is the same by chance. */
const SHORTEST = 16;

/** Text without meaning for a command to have in place of a value, as long as that where it can be. */
export function makeStandIn(value: string): string {
  const length = Math.max(SHORTEST, value.length);
  return Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
