import type { Command, ParsedCommand, Redirection, Script, Word, WordPart } from '../../src/tree.ts';

/** Names of all simple commands, in the tree's order, those in substitutions included; `?` where one is not known. */
export function namesOf(parsed: ParsedCommand): readonly string[] {
  if (parsed.kind === 'opaque') return [];
  const names: string[] = [];
  visitScript(parsed.script, names);
  return names;
}

/** The literals of the words of the first command; undefined where a word has none, or the first is not simple. */
export function literalsOf(parsed: ParsedCommand): readonly (string | undefined)[] | undefined {
  const command = parsed.kind === 'script' ? parsed.script.items[0]?.command : undefined;
  return command?.type === 'simple' ? command.words.map((word) => word.literal) : undefined;
}

function visitScript(script: Script, names: string[]): void {
  for (const { command } of script.items) visit(command, names);
}

function visit(command: Command, names: string[]): void {
  if ('redirections' in command) visitRedirections(command.redirections, names);
  switch (command.type) {
    case 'simple':
      for (const { value } of command.assignments) {
        if ('parts' in value) visitWord(value, names);
        else visitWords(value, names);
      }
      if (command.words[0] !== undefined) names.push(command.words[0].literal ?? '?');
      visitWords(command.words, names);
      return;
    case 'and-or':
      visit(command.left, names);
      visit(command.right, names);
      return;
    case 'pipeline':
      for (const element of command.commands) visit(element, names);
      return;
    case 'subshell':
    case 'group':
      visitScript(command.body, names);
      return;
    case 'if':
      for (const { condition, body } of command.branches) {
        visitScript(condition, names);
        visitScript(body, names);
      }
      if (command.otherwise !== undefined) visitScript(command.otherwise, names);
      return;
    case 'while':
    case 'until':
      visitScript(command.condition, names);
      visitScript(command.body, names);
      return;
    case 'for':
    case 'select':
      visitWords(command.words ?? [], names);
      visitScript(command.body, names);
      return;
    case 'case':
      visitWord(command.subject, names);
      for (const { patterns, body } of command.clauses) {
        visitWords(patterns, names);
        visitScript(body, names);
      }
      return;
    case 'function':
      visit(command.body, names);
      return;
    case 'test':
      visitWords(command.words, names);
      return;
    case 'arithmetic':
      visitParts(command.parts, names);
      return;
    default:
      command satisfies never;
  }
}

function visitRedirections(redirections: readonly Redirection[], names: string[]): void {
  for (const { target } of redirections) visitWord(target, names);
}

function visitWords(words: readonly Word[], names: string[]): void {
  for (const word of words) visitWord(word, names);
}

function visitWord(word: Word, names: string[]): void {
  visitParts(word.parts, names);
}

function visitParts(parts: readonly WordPart[], names: string[]): void {
  for (const part of parts) {
    if ('script' in part) visitScript(part.script, names);
    if (part.type === 'parameter') visitWords(part.words, names);
    if (part.type === 'arithmetic') visitParts(part.parts, names);
  }
}
