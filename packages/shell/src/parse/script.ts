import type { Command, Redirection, Script, ScriptItem } from '../tree.ts';
import { skipBlanks, skipNewlines, takeOperator } from './blanks.ts';
import { endsWord } from './characters.ts';
import { readCommand } from './command.ts';
import { literalWord } from './finish-word.ts';
import { isCloser, peekKeyword, takeKeyword } from './keywords.ts';
import { isAt, isAtEnd, offsetAt, refuse, type Reader } from './reader.ts';

/** Commands up to something that no command begins with: the end, `)`, `;;` or a closing reserved word. */
export function readScript(reader: Reader): Script {
  const items: ScriptItem[] = [];
  skipNewlines(reader);
  while (
    !isAtEnd(reader) &&
    !isAt(reader, ')') &&
    !isAt(reader, ';;') &&
    !isAt(reader, ';&') &&
    !isCloser(peekKeyword(reader))
  ) {
    const command = readAndOr(reader);
    skipBlanks(reader);
    const isBackground = isAt(reader, '&') && !isAt(reader, '&&');
    items.push({ command, isBackground });
    if (isBackground) takeOperator(reader, '&');
    else if (isAt(reader, ';') && !isAt(reader, ';;') && !isAt(reader, ';&')) takeOperator(reader, ';');
    else if (!isAt(reader, '\n')) break;
    skipNewlines(reader);
  }
  return { items };
}

/** Longer chains would be deeper trees than a walk over them can bear. */
const LONGEST_CHAIN = 500;

function readAndOr(reader: Reader): Command {
  let left = readPipeline(reader);
  for (let length = 1; ; length += 1) {
    skipBlanks(reader);
    const operator = isAt(reader, '&&') ? '&&' : '||';
    if (!isAt(reader, operator)) return left;
    if (length > LONGEST_CHAIN)
      refuse(reader, 'too-deep', `more than ${String(LONGEST_CHAIN)} commands in one list`);
    takeOperator(reader, operator);
    skipNewlines(reader);
    left = { type: 'and-or', operator, left, right: readPipeline(reader) };
  }
}

function readPipeline(reader: Reader): Command {
  const { isNegated, isTimed } = readPrefixes(reader);
  const commands: Command[] = [readCommand(reader)];
  for (;;) {
    skipBlanks(reader);
    if (!isAt(reader, '|') || isAt(reader, '||')) break;
    const joinsErrors = isAt(reader, '|&');
    if (joinsErrors) joinErrors(reader, commands);
    takeOperator(reader, joinsErrors ? '|&' : '|');
    skipNewlines(reader);
    if (peekKeyword(reader) === 'time') refuse(reader, 'unsupported', '"time" within a pipeline');
    commands.push(readCommand(reader));
  }
  const [only] = commands;
  if (only !== undefined && commands.length === 1 && !isNegated && !isTimed) return only;
  return { type: 'pipeline', isNegated, isTimed, commands };
}

/** `!` and `time`, each once, in either order. */
function readPrefixes(reader: Reader): { isNegated: boolean; isTimed: boolean } {
  let isNegated = false;
  let isTimed = false;
  for (;;) {
    if (!isNegated && takeKeyword(reader, '!')) isNegated = true;
    else if (!isTimed && takeKeyword(reader, 'time')) {
      isTimed = true;
      skipBlanks(reader);
      if (isAt(reader, '-p') && endsWord(reader.source.charAt(reader.position + 2))) reader.position += 2;
      skipBlanks(reader);
      if (isAt(reader, '-'))
        refuse(reader, 'unsupported', '"time" with options: a program or a reserved word');
    } else return { isNegated, isTimed };
    skipBlanks(reader);
  }
}

/** `a |& b` is `a 2>&1 | b`. */
function joinErrors(reader: Reader, commands: Command[]): void {
  const last = commands.pop();
  if (last === undefined || !('redirections' in last)) return;
  const target = literalWord(reader, '1', reader.position, reader.position + 2);
  const start = offsetAt(reader, reader.position);
  const redirection: Redirection = { descriptor: 2, operator: '>&', target, start, end: start + 2 };
  commands.push({ ...last, redirections: [...last.redirections, redirection] });
}
