import type { Script } from '../tree.ts';
import { innerReader, isAtEnd, offsetAt, refuse, type Quoting, type Reader } from './reader.ts';

/** At a backtick: what stands up to the next one, its backslashes removed, is a command of its own. */
export function readBackticks(reader: Reader, quoting: Quoting): Script {
  const { source } = reader;
  const opening = reader.position;
  const escapable = quoting === 'double' ? '$`\\"' : '$`\\';
  let text = '';
  const origins: number[] = [];
  reader.position += 1;
  for (;;) {
    if (isAtEnd(reader)) refuse(reader, 'unterminated', 'a backtick without its partner', opening);
    let character = source.charAt(reader.position);
    if (character === '`') break;
    if (character === '\\' && escapable.includes(source.charAt(reader.position + 1) || ' ')) {
      reader.position += 1;
      character = source.charAt(reader.position);
    }
    text += character;
    origins.push(offsetAt(reader, reader.position));
    reader.position += 1;
  }
  if (reader.pending.length > 0 && text.includes('\n')) {
    refuse(
      reader,
      'unsupported',
      'a substitution of several lines before the body of a here-document',
      opening,
    );
  }
  reader.position += 1;
  const inner = innerReader(reader, text, origins);
  const script = inner.grammar.script(inner);
  if (!isAtEnd(inner)) refuse(inner, 'syntax', 'not a command');
  if (inner.pending.length > 0)
    refuse(inner, 'unterminated', 'a here-document in a substitution without its body');
  return script;
}
