import type { JsonObject } from '@sluice/core';
import { argumentWords } from './argument-words.ts';

/** Variables that a program gives with the arguments of a command, by name: an object stays one. */
export type ArgumentValues = Readonly<Record<string, JsonObject | string>>;

/** The words of a command's arguments. With `values`, their variables are replaced, and `--name=value` is two words. */
export function commandWords(
  args: string,
  values: ArgumentValues | undefined,
): readonly (JsonObject | string)[] {
  return values === undefined ? argumentWords(args) : argumentWords<JsonObject>(args, values);
}

/** A word where only a text can stand: an object is JSON there. */
export function wordText(word: JsonObject | string): string {
  return typeof word === 'string' ? word : JSON.stringify(word);
}
