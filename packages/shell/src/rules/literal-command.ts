import { parseCommand } from '../parse/parse-command.ts';
import type { SimpleCommand } from '../tree.ts';

/** The one simple command that a text is; undefined for all others, and for one with redirections. */
export function simpleCommandOf(text: string): SimpleCommand | undefined {
  const parsed = parseCommand(text);
  if (parsed.kind === 'opaque') return undefined;
  const [item, ...others] = parsed.script.items;
  if (item === undefined || others.length > 0 || item.isBackground) return undefined;
  return item.command.type === 'simple' && item.command.redirections.length === 0 ? item.command : undefined;
}

/** Its words, if nothing in it depends on what the shell knows when it runs. */
export function literalWords(text: string): readonly string[] | undefined {
  const command = simpleCommandOf(text);
  if (command === undefined || command.words.length === 0) return undefined;
  const values = command.assignments.flatMap(({ value }) => ('parts' in value ? [value] : value));
  if (values.some(({ literal }) => literal === undefined)) return undefined;
  const words = command.words.flatMap(({ literal }) => (literal === undefined ? [] : [literal]));
  return words.length === command.words.length ? words : undefined;
}
