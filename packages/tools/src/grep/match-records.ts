import { createNulSplitter } from '../ripgrep/nul-splitter.ts';
import type { RawPath } from '../ripgrep/path-names.ts';

/** One entry as rg printed it, bytes as latin1 text: a file, a file with its count, or a file with `<line>:<text>`. */
export interface RecordHandlers {
  onRecord(path: RawPath, body: string): void;
  /** rg stopped in this file because it is binary. */
  onBinaryFile(path: RawPath): void;
}

export interface RecordReader {
  push(text: string): void;
  end(): void;
}

/** The only lines of rg without a NUL. */
const BINARY_NOTICE =
  /^(.*?): (?:WARNING: stopped searching binary file after match|binary file matches) \(found "\\0" byte around offset \d+\)\r?\n/s;

const TARGET_PREFIX = './';

/** Parses `path NUL` (files_with_matches) as it streams in. */
export function createPathReader(handlers: RecordHandlers): RecordReader {
  const push = createNulSplitter((path) => handlers.onRecord(path.slice(TARGET_PREFIX.length), ''));
  return { push, end: () => {} };
}

/** Parses `path NUL body LF` (content and count) as it streams in; with `--crlf` rg ends its own lines with CR LF. */
export function createLineReader(handlers: RecordHandlers): RecordReader {
  let pending = '';
  let header = '';
  let path = '';

  const takeNotices = (text: string): string => {
    let rest = text;
    for (let notice = BINARY_NOTICE.exec(rest); notice !== null; notice = BINARY_NOTICE.exec(rest)) {
      handlers.onBinaryFile((notice[1] ?? '').slice(TARGET_PREFIX.length));
      rest = rest.slice(notice[0].length);
    }
    return rest;
  };
  return {
    push(text) {
      const whole = pending + text;
      let start = 0;
      for (;;) {
        const nul = whole.indexOf('\0', start);
        const lineEnd = nul < 0 ? -1 : whole.indexOf('\n', nul);
        if (lineEnd < 0) break;
        const next = whole.slice(start, nul);
        if (next !== header) {
          header = next.includes('\n') ? takeNotices(next) : next;
          path = header.slice(TARGET_PREFIX.length);
        }
        handlers.onRecord(path, withoutCarriageReturn(whole.slice(nul + 1, lineEnd)));
        start = lineEnd + 1;
      }
      pending = whole.slice(start);
    },
    end() {
      pending = takeNotices(pending);
    },
  };
}

function withoutCarriageReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
