import type { WordPart } from '../tree.ts';
import { readDoubleQuoted } from './double-quotes.ts';
import { addQuoted, type Piece } from './pieces.ts';
import { innerReader, nested, offsetAt, refuse, type HereDocument, type Reader } from './reader.ts';
import { finishWord } from './finish-word.ts';

/** At a newline: steps over it and reads the bodies of all here-documents that wait for it. */
export function readHereDocuments(reader: Reader): void {
  reader.position += 1;
  const { pending } = reader;
  if (pending.length === 0) return;
  reader.pending = [];
  for (const document of pending) readBody(reader, document);
}

interface Body {
  readonly text: string;
  /** Offset in the command's source of each character. */
  readonly origins: readonly number[];
}

function readBody(reader: Reader, document: HereDocument): void {
  const start = reader.position;
  const body = takeLines(reader, document);
  const end = Math.max(start, reader.position - 1);
  const pieces: Piece[] = [];
  if (document.isLiteral) addQuoted(pieces, body.text);
  else
    nested(reader, () =>
      readDoubleQuoted(innerReader(reader, body.text, body.origins), pieces, 'here-document'),
    );
  const parts: WordPart[] = finishWord(pieces, 'value');
  document.redirection.target = {
    parts,
    literal: parts.every((part) => part.type === 'literal')
      ? parts.map((part) => part.value).join('')
      : undefined,
    isQuoted: document.isLiteral,
    start: offsetAt(reader, start),
    end: offsetAt(reader, end),
  };
}

function takeLines(reader: Reader, document: HereDocument): Body {
  const { source } = reader;
  const lines: string[] = [];
  const origins: number[] = [];
  let isContinued = false;
  for (;;) {
    if (reader.position >= source.length) {
      refuse(reader, 'unterminated', `here-document without its end "${document.delimiter}"`, document.at);
    }
    const newline = source.indexOf('\n', reader.position);
    const end = newline === -1 ? source.length : newline;
    let start = reader.position;
    if (document.stripsTabs) while (source.charAt(start) === '\t') start += 1;
    if (isContinued && start > reader.position)
      refuse(reader, 'unsupported', 'a tab after a continued line of a here-document');
    const line = source.slice(start, end);
    reader.position = Math.min(end + 1, source.length);
    if (line === document.delimiter) {
      if (isContinued)
        refuse(reader, 'unsupported', 'a continued line before the end of a here-document', start);
      return { text: lines.join(''), origins };
    }
    refuseEarlyEnd(reader, document, line, start);
    lines.push(line, '\n');
    for (let position = start; position <= end; position += 1) origins.push(offsetAt(reader, position));
    isContinued = !document.isLiteral && /(?:^|[^\\])(?:\\\\)*\\$/u.test(line);
  }
}

/** In a substitution bash also ends a here-document at a line that begins with the delimiter and closes it: `EOF)`. */
function refuseEarlyEnd(reader: Reader, document: HereDocument, line: string, start: number): void {
  if (reader.isInSubstitution && line.startsWith(document.delimiter)) {
    refuse(reader, 'unsupported', 'a line that begins with the end of a here-document', start);
  }
}
