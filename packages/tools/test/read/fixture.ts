import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Path of a file in fixtures/. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

export function fixtureBytes(name: string): Buffer {
  return readFileSync(fixture(name));
}
