import { closeSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { isJsonObject, getOwn, sanitize, sanitizeLines, type JournalText } from '@sluice/core';

/** Beyond this, only the beginning of a stored text is read. */
const MAX_STORED_BYTES = 256 * 1024;
/** Of names, reasons and other texts in one line. */
const MAX_LINE_CHARS = 600;

/** The texts of a session as the page shows them: harmless and bounded. */
export class Texts {
  readonly #root: string;
  readonly #maxChars: number;

  /** @param directory of the session; stored texts elsewhere are not read */
  constructor(directory: string, maxChars: number) {
    this.#root = real(directory) ?? directory;
    this.#maxChars = maxChars;
  }

  /** One line. */
  line(text: unknown): string {
    if (typeof text !== 'string') return '';
    return sanitize(text.length > MAX_LINE_CHARS ? `${cut(text, MAX_LINE_CHARS)}…` : text);
  }

  /** Any number of lines. */
  block(text: string, bytes = text.length): string {
    if (text.length <= this.#maxChars && bytes <= text.length) return sanitizeLines(text);
    return `${sanitizeLines(cut(text, this.#maxChars))}\n… (${bytes} characters in all)`;
  }

  /** The content of a JSON text in the journal: a text, or blocks. */
  content(stored: JournalText): string {
    const { text, path, bytes } = this.#read(stored);
    const note = path === undefined ? '' : `\n(The whole text is in ${this.line(path)})`;
    return `${this.block(flatten(text), bytes)}${note}`;
  }

  /** The value of a JSON text; undefined if it isn't JSON, or too long. */
  value(stored: JournalText): unknown {
    return parse(this.#read(stored).text);
  }

  #read(stored: JournalText): { text: string; path?: string; bytes?: number } {
    if ('text' in stored) return { text: stored.text };
    const { path, bytes } = stored;
    const where = real(path);
    if (where === undefined || !dirname(where).startsWith(`${this.#root}${sep}`)) {
      return { text: JSON.stringify('(The text is no longer stored.)') };
    }
    return { text: readStart(where, MAX_STORED_BYTES), path, bytes };
  }
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function readStart(path: string, maxBytes: number): string {
  const buffer = Buffer.alloc(maxBytes);
  const file = openSync(path, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(file, buffer, 0, maxBytes, 0));
  } finally {
    closeSync(file);
  }
}

function cut(text: string, chars: number): string {
  return text.slice(0, chars).toWellFormed();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in a JSON text of content: of all its blocks, or of the beginning of one that was cut off. */
function flatten(json: string): string {
  const value = parse(json);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(blockText).join('\n');
  if (isJsonObject(value)) return blockText(value);
  return json.startsWith('"') ? unquote(json) : json;
}

/** A JSON string without its end. */
function unquote(json: string): string {
  const whole = json.replace(/\\(?:u[\da-fA-F]{0,3})?$/, '');
  const text = parse(`${whole}"`) ?? parse(`${whole.slice(0, -1)}"`);
  return typeof text === 'string' ? text : json;
}

function blockText(block: unknown): string {
  if (!isJsonObject(block)) return String(block);
  const text = getOwn(block, 'text') ?? getOwn(block, 'thinking');
  if (typeof text === 'string') return text;
  const { type } = block;
  if (type === 'image') return `(an image${mediaType(block)})`;
  if (type === 'tool_reference') return `(the tool ${String(getOwn(block, 'tool_name'))})`;
  return `(${typeof type === 'string' ? type : 'a block'})`;
}

function mediaType(block: object): string {
  const source = getOwn(block, 'source');
  const type = isJsonObject(source) ? getOwn(source, 'media_type') : undefined;
  return typeof type === 'string' ? `, ${type}` : '';
}
