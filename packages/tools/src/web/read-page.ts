import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AbsoluteLinks } from './absolute-links.ts';
import { charsetOf } from './charset-of.ts';
import { contentKind, type ContentKind } from './content-kind.ts';
import { createHtmlConverter, type HtmlConverter } from './html-converter.ts';

export interface PageBody {
  readonly kind: ContentKind;
  /** Markdown, or the text as it is; empty for binary content. */
  readonly text: string;
  /** For binary content, what came. */
  readonly bytes: Buffer | undefined;
  /** After decompression. */
  readonly size: number;
  readonly isCut: boolean;
}

/** Characters that are converted at once: longer ones would hold up everything else. */
const PIECE = 16 * 1024;
/** Bytes that show what the rest is. */
const HEAD = 1_024;

/**
 * Reads the body of a page while it loads.
 *
 * @throws the error of the stream
 */
export async function readPage(
  body: Readable,
  contentType: string | undefined,
  url: URL,
  maxBytes: number,
): Promise<PageBody> {
  const reader = new PageReader(contentType, url);
  let size = 0;
  let isCut = false;
  try {
    for await (const chunk of body) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      const room = maxBytes - size;
      isCut = bytes.length > room;
      const taken = isCut ? bytes.subarray(0, room) : bytes;
      size += taken.length;
      await reader.add(taken);
      if (isCut) break;
    }
    return { ...(await reader.end()), size, isCut };
  } finally {
    reader.free();
  }
}

type Decoder = InstanceType<typeof TextDecoder>;

class PageReader {
  readonly #contentType: string | undefined;
  readonly #url: URL;
  readonly #links: AbsoluteLinks;
  #head: Buffer[] = [];
  #kind: ContentKind | undefined;
  #decoder: Decoder | undefined;
  #converter: HtmlConverter | undefined;
  #text: string[] = [];
  #bytes: Buffer[] = [];

  constructor(contentType: string | undefined, url: URL) {
    this.#contentType = contentType;
    this.#url = url;
    this.#links = new AbsoluteLinks(url);
  }

  async add(bytes: Buffer): Promise<void> {
    if (this.#kind !== undefined) return this.#take(bytes);
    this.#head.push(bytes);
    if (this.#head.reduce((sum, { length }) => sum + length, 0) >= HEAD) await this.#begin();
  }

  async end(): Promise<Pick<PageBody, 'kind' | 'text' | 'bytes'>> {
    const kind = this.#kind ?? (await this.#begin());
    if (kind === 'binary') return { kind, text: '', bytes: Buffer.concat(this.#bytes) };
    await this.#addText(this.#decoder?.decode() ?? '');
    await this.#convert(this.#links.end());
    this.#text.push(this.#converter?.end() ?? '');
    return { kind, text: this.#text.join(''), bytes: undefined };
  }

  free(): void {
    this.#converter?.free();
    this.#converter = undefined;
  }

  async #begin(): Promise<ContentKind> {
    const head = Buffer.concat(this.#head);
    this.#head = [];
    const decoder = new TextDecoder(charsetOf(this.#contentType, head));
    const kind = contentKind(this.#contentType, head, decoder.decode(head.subarray(0, HEAD)));
    this.#kind = kind;
    if (kind !== 'binary') this.#decoder = new TextDecoder(decoder.encoding);
    if (kind === 'html') this.#converter = await createHtmlConverter(this.#url.origin);
    await this.#take(head);
    return kind;
  }

  async #take(bytes: Buffer): Promise<void> {
    if (this.#kind === 'binary') this.#bytes.push(bytes);
    else await this.#addText(this.#decoder?.decode(bytes, { stream: true }) ?? '');
  }

  async #addText(text: string): Promise<void> {
    if (this.#converter === undefined) this.#text.push(text);
    else await this.#convert(this.#links.add(text));
  }

  async #convert(text: string): Promise<void> {
    for (let at = 0; at < text.length;) {
      const isWhole = text.slice(at + PIECE - 1, at + PIECE).isWellFormed();
      const end = at + PIECE - (isWhole ? 0 : 1);
      this.#converter?.add(text.slice(at, end).toWellFormed());
      at = end;
      // One piece after the other, with time for others between them.
      // oxlint-disable-next-line no-await-in-loop
      await nextTurn();
    }
  }
}
