import type { ParsedCommand, Script } from '../tree.ts';
import { findForbidden } from './characters.ts';
import { readExpansion } from './expansion.ts';
import { parsePlainCommand } from './plain-command.ts';
import { isAtEnd, readerOf, refuse, type Grammar } from './reader.ts';
import { Refusal } from './refusal.ts';
import { readScript } from './script.ts';

/** Longer commands are asked about, whatever they say (behaviour.md 1.3). */
const LONGEST = 10_000;

const GRAMMAR: Grammar = { script: readScript, expansion: readExpansion };

/**
 * Parses a command line as a non-interactive bash does, options as they are at its start. Whatever it can't explain
 * to the last character, or bash would not run, is `opaque` with a reason and an offset. Never throws; time is linear
 * in the length, which may be up to 10,000 UTF-16 units.
 */
export function parseCommand(source: string): ParsedCommand {
  if (source.length > LONGEST) {
    return {
      kind: 'opaque',
      reason: 'too-long',
      message: `more than ${String(LONGEST)} characters`,
      at: LONGEST,
    };
  }
  const plain = parsePlainCommand(source);
  if (plain !== undefined) return { kind: 'script', script: plain };
  const forbidden = findForbidden(source);
  if (forbidden >= 0) {
    return {
      kind: 'opaque',
      reason: 'control-character',
      message: 'a character that bash does not keep',
      at: forbidden,
    };
  }
  try {
    return { kind: 'script', script: readAll(source) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'opaque', reason: error.reason, message: error.message, at: error.at };
  }
}

function readAll(source: string): Script {
  const reader = readerOf(source, GRAMMAR);
  const script = readScript(reader);
  if (!isAtEnd(reader)) refuse(reader, 'syntax', 'not a command');
  const [document] = reader.pending;
  if (document !== undefined) refuse(reader, 'unterminated', 'a here-document without its body', document.at);
  return script;
}
