import { decodeText, detectEncoding, encodeText, type TextEncoding } from './text-encoding.ts';
import { detectFileType } from './file-type.ts';
import { formatBytes } from './format.ts';
import { problem, type Problem } from '../problem.ts';

export type WideEncoding = Extract<TextEncoding, `utf16${string}`>;

/** A file as an edit sees it: its own bytes, or for UTF-16 the same text as UTF-8, so that everything else works on one kind of bytes. */
export interface TextView {
  readonly ok: true;
  readonly bytes: Buffer;
  /** Undefined: the bytes are the file's own. */
  readonly wide: WideEncoding | undefined;
}

/** Up to this size, UTF-16 is held as one string: 512 MiB. */
const WIDE_LIMIT = 512 * 1024 * 1024;

export function viewOf(bytes: Buffer, path: string): TextView | Problem {
  const encoding = detectEncoding(bytes, bytes.length);
  const refusal = noTextProblem(bytes, path, encoding);
  if (refusal !== undefined) return refusal;
  if (!isWide(encoding)) return { ok: true, bytes, wide: undefined };
  if (bytes.length > WIDE_LIMIT) {
    return problem(
      'too-large',
      `${path} is UTF-16 and ${formatBytes(bytes.length)} large; such files are edited up to ${formatBytes(WIDE_LIMIT)}. Use a program.`,
    );
  }
  const text = decodeText(bytes, encoding);
  if (text.isWellFormed()) return { ok: true, bytes: Buffer.from(text, 'utf8'), wide: encoding };
  return problem(
    'broken-text',
    `${path} is UTF-16 with half of a surrogate pair in it, which could not be preserved. Change it with a program, or fix it first.`,
  );
}

/** Types that Read doesn't show as text, or at all: their bytes are not characters that a model could name. */
function noTextProblem(bytes: Buffer, path: string, encoding: TextEncoding | undefined): Problem | undefined {
  const type = detectFileType(bytes, path, encoding);
  if (type === undefined || type.family === 'notebook') return undefined;
  // Written by hand, without compressed streams, it is ordinary text.
  if (type.family === 'pdf' && encoding?.startsWith('utf8') === true) return undefined;
  return problem(
    'binary-file',
    `${path} is ${type.name}, which can't be edited as text. ${type.advice ?? 'Change it with a program made for it.'}`,
  );
}

/** Converts back to the file's bytes. */
export function bytesOf(bytes: Buffer, wide: WideEncoding | undefined): Buffer {
  if (wide === undefined) return bytes;
  const encoded = encodeText(bytes.toString('utf8'), wide);
  if (encoded === undefined) throw new Error('UTF-16 holds every text.');
  return encoded;
}

function isWide(encoding: TextEncoding | undefined): encoding is WideEncoding {
  return encoding !== undefined && encoding.startsWith('utf16');
}
