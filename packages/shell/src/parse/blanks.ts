import { refuseHidden } from './characters.ts';
import { readHereDocuments } from './here-document.ts';
import { refuse, type Reader } from './reader.ts';

/** Blanks, continued lines and a comment: what may come before a token without ending the command. */
export function skipBlanks(reader: Reader): void {
  const { source } = reader;
  for (;;) {
    const character = source.charAt(reader.position);
    if (character === ' ' || character === '\t') reader.position += 1;
    else if (character === '\\' && source.charAt(reader.position + 1) === '\n') reader.position += 2;
    else break;
  }
  if (source.charAt(reader.position) !== '#') return;
  const newline = source.indexOf('\n', reader.position);
  const end = newline === -1 ? source.length : newline;
  refuseHidden(reader, reader.position, end);
  reader.position = end;
}

/** Newlines too, with the bodies of the here-documents that begin after the first. */
export function skipNewlines(reader: Reader): void {
  skipBlanks(reader);
  while (reader.source.charAt(reader.position) === '\n') {
    readHereDocuments(reader);
    skipBlanks(reader);
  }
}

/** Skips an operator. The shell would join one that a continued line splits, which a reader would not see. */
export function takeOperator(reader: Reader, operator: string): void {
  reader.position += operator.length;
  let next = reader.position;
  while (reader.source.startsWith('\\\n', next)) next += 2;
  if (next > reader.position && /[;&|<>()-]/u.test(reader.source.charAt(next))) {
    refuse(reader, 'unsupported', 'an operator split over two lines', next);
  }
}
