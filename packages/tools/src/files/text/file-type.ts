import { extname } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { TEXT_HEAD, decodeText, type TextEncoding } from './text-encoding.ts';

/** A file that is not shown as lines of text. */
export interface FileType {
  readonly family: 'image' | 'pdf' | 'notebook' | 'binary';
  /** With its article: `a PNG image`. */
  readonly name: string;
  /** A sentence: how to see it anyway. */
  readonly advice?: string;
}

type Signature = readonly [name: string, family: FileType['family'], bytes: string, offset?: number];

/** The first match wins. `bytes` are Latin-1. */
const SIGNATURES: readonly Signature[] = [
  ['a PNG image', 'image', '\x89PNG\r\n\x1a\n'],
  ['a JPEG image', 'image', '\xff\xd8\xff'],
  ['a GIF image', 'image', 'GIF87a'],
  ['a GIF image', 'image', 'GIF89a'],
  ['a WebP image', 'image', 'WEBP', 8],
  ['a TIFF image', 'image', 'II*\0'],
  ['a TIFF image', 'image', 'MM\0*'],
  ['an AVIF image', 'image', 'ftypavif', 4],
  ['an AVIF image', 'image', 'ftypavis', 4],
  ['a HEIF image', 'image', 'ftyphei', 4],
  ['a HEIF image', 'image', 'ftypmif1', 4],
  ['a PDF document', 'pdf', '%PDF-'],
];

/** Checked only after the file is known to be binary, because text may start with these too. */
const BINARY_SIGNATURES: readonly Signature[] = [
  ['UTF-32 text', 'binary', '\xff\xfe\0\0'],
  ['UTF-32 text', 'binary', '\0\0\xfe\xff'],
  ['UTF-16 text with half a character at its end', 'binary', '\xff\xfe'],
  ['UTF-16 text with half a character at its end', 'binary', '\xfe\xff'],
  ['an ELF program or library', 'binary', '\x7fELF'],
  ['a Mach-O program or library', 'binary', '\xcf\xfa\xed\xfe'],
  ['a Windows program or library', 'binary', 'MZ'],
  ['a WebAssembly module', 'binary', '\0asm'],
  ['a Java class file', 'binary', '\xca\xfe\xba\xbe'],
  ['a ZIP archive', 'binary', 'PK\x03\x04'],
  ['a gzip archive', 'binary', '\x1f\x8b'],
  ['an xz archive', 'binary', '\xfd7zXZ\0'],
  ['a Zstandard archive', 'binary', '\x28\xb5\x2f\xfd'],
  ['a bzip2 archive', 'binary', 'BZh'],
  ['a 7-Zip archive', 'binary', '7z\xbc\xaf\x27\x1c'],
  ['a tar archive', 'binary', 'ustar', 257],
  ['an SQLite database', 'binary', 'SQLite format 3\0'],
  ['a BMP image', 'binary', 'BM'],
  ['a WAV sound', 'binary', 'WAVE', 8],
  ['an Ogg sound or film', 'binary', 'OggS'],
  ['an MP3 sound', 'binary', 'ID3'],
  ['an MP4 film', 'binary', 'ftyp', 4],
  ['a font', 'binary', 'wOF2'],
];

const ADVICE: ReadonlyMap<string, string> = new Map([
  ['UTF-32 text', 'Make a copy in UTF-8 with Bash (iconv -f UTF-32 -t UTF-8 FILE > COPY), and read that.'],
  [
    'UTF-16 text with half a character at its end',
    'Make a copy in UTF-8 without it, with Bash (iconv -c -f UTF-16 -t UTF-8 FILE > COPY), and read that.',
  ],
]);

/**
 * What a file is, by its first bytes (for notebooks, its name as well); undefined for text. `encoding` is its text encoding; undefined
 * means binary data.
 */
export function detectFileType(
  start: Buffer,
  path: string,
  encoding: TextEncoding | undefined,
): FileType | undefined {
  const head = start.subarray(0, TEXT_HEAD);
  const known = SIGNATURES.find((signature) => matches(head, signature));
  if (known !== undefined && !isUtf8Image(head, known)) return toType(known);
  if (encoding === undefined) {
    const signature = BINARY_SIGNATURES.find((candidate) => matches(head, candidate));
    return signature === undefined ? { family: 'binary', name: 'binary data' } : toType(signature);
  }
  return isNotebook(head, path, encoding) ? { family: 'notebook', name: 'a Jupyter notebook' } : undefined;
}

/** The image type that bytes start like. */
export function detectImage(bytes: Buffer): FileType | undefined {
  const known = SIGNATURES.find((signature) => matches(bytes, signature));
  return known?.[1] === 'image' ? toType(known) : undefined;
}

/** Text that only starts like an image, such as notes about GIF89a. */
function isUtf8Image(head: Buffer, [, family]: Signature): boolean {
  return family === 'image' && !head.includes(0) && isUtf8(head);
}

function isNotebook(head: Buffer, path: string, encoding: TextEncoding): boolean {
  return extname(path).toLowerCase() === '.ipynb' && decodeText(head, encoding).trimStart().startsWith('{');
}

function matches(head: Buffer, [, , bytes, offset = 0]: Signature): boolean {
  return head.toString('latin1', offset, offset + bytes.length) === bytes;
}

function toType([name, family]: Signature): FileType {
  const advice = ADVICE.get(name);
  return { family, name, advice };
}
