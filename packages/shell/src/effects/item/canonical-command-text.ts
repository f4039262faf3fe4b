import { parseCommand } from '../../parse/parse-command.ts';
import type { Assignment, Command } from '../../tree.ts';
import { quotedWord, writtenText } from './command-text.ts';
import { itemsOf } from './items-of.ts';

const NOTHING_KNOWN = {
  home: undefined,
  variable: () => undefined,
  match: () => undefined,
  printed: () => undefined,
  parameters: undefined,
  splitsAtBlanks: true,
  isNumber: () => false,
  isPlain: () => true,
};

/**
 * A command as a person typed it, in the form of `RuleTexts.exact`: one blank between words, each quoted in one way.
 * Undefined for text that is not one simple command.
 */
export function canonicalCommandText(pattern: string): string | undefined {
  const parsed = parseCommand(pattern);
  if (parsed.kind === 'opaque' || parsed.script.items.length !== 1) return undefined;
  const command = simpleOf(parsed.script.items[0]?.command);
  if (command === undefined || parsed.script.items[0]?.isBackground === true) return undefined;
  const items = command.words.flatMap((word) => itemsOf(word, pattern, NOTHING_KNOWN));
  const prefix = command.assignments.map((one) => `${assignmentText(one, pattern)} `).join('');
  return (prefix + writtenText(items)).trimEnd();
}

function simpleOf(command: Command | undefined): Extract<Command, { readonly type: 'simple' }> | undefined {
  if (command?.type === 'simple') return command;
  return command?.type === 'pipeline' && command.commands.length === 1 && !command.isNegated
    ? simpleOf(command.commands[0])
    : undefined;
}

/** How an assignment before a command is shown. */
export function assignmentText(
  { name, isAppend, index, value, start, end }: Assignment,
  source: string,
): string {
  const literal = 'parts' in value && !isAppend && index === undefined ? value.literal : undefined;
  if (literal === undefined) return source.slice(start, end);
  return literal === '' ? `${name}=` : `${name}=${quotedWord(literal)}`;
}
