import type { Command, Redirection, Script, Word, WordPart } from '../../tree.ts';

export interface Visitor {
  readonly command: (command: Command) => void;
  readonly part: (part: WordPart) => void;
}

/** Calls the visitor for each command and each part of a word, wherever it is in the script. */
export function visitScript(script: Script, visitor: Visitor): void {
  for (const { command } of script.items) visitCommand(command, visitor);
}

function visitCommand(command: Command, visitor: Visitor): void {
  visitor.command(command);
  if ('redirections' in command) visitRedirections(command.redirections, visitor);
  switch (command.type) {
    case 'simple':
      for (const { value } of command.assignments) visitWords('parts' in value ? [value] : value, visitor);
      visitWords(command.words, visitor);
      return;
    case 'and-or':
      visitCommand(command.left, visitor);
      visitCommand(command.right, visitor);
      return;
    case 'pipeline':
      for (const element of command.commands) visitCommand(element, visitor);
      return;
    case 'subshell':
    case 'group':
      visitScript(command.body, visitor);
      return;
    case 'if':
      for (const { condition, body } of command.branches) {
        visitScript(condition, visitor);
        visitScript(body, visitor);
      }
      if (command.otherwise !== undefined) visitScript(command.otherwise, visitor);
      return;
    case 'while':
    case 'until':
      visitScript(command.condition, visitor);
      visitScript(command.body, visitor);
      return;
    case 'for':
    case 'select':
      visitWords(command.words ?? [], visitor);
      visitScript(command.body, visitor);
      return;
    case 'case':
      visitWords([command.subject], visitor);
      for (const { patterns, body } of command.clauses) {
        visitWords(patterns, visitor);
        visitScript(body, visitor);
      }
      return;
    case 'function':
      visitCommand(command.body, visitor);
      return;
    case 'test':
      visitWords(command.words, visitor);
      return;
    case 'arithmetic':
      visitParts(command.parts, visitor);
      return;
    default:
      command satisfies never;
  }
}

function visitRedirections(redirections: readonly Redirection[], visitor: Visitor): void {
  for (const { target } of redirections) visitWords([target], visitor);
}

function visitWords(words: readonly Word[], visitor: Visitor): void {
  for (const word of words) visitParts(word.parts, visitor);
}

function visitParts(parts: readonly WordPart[], visitor: Visitor): void {
  for (const part of parts) {
    visitor.part(part);
    if ('script' in part) visitScript(part.script, visitor);
    if (part.type === 'parameter') visitWords(part.words, visitor);
    if (part.type === 'arithmetic') visitParts(part.parts, visitor);
  }
}
