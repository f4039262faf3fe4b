import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import type { ReadResourceResult, Resource, ResourceLink } from '@modelcontextprotocol/server';

const PREFIX = 'sluice://results/';
/** Of one reading; the rest of a longer file is read from its path. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
/** Results of a client that can be read again; the oldest are forgotten first. */
const MAX_RESULTS = 1000;

interface StoredResult {
  readonly path: string;
  readonly toolName: string;
  readonly what: 'result' | 'structured content';
}

/** The long results of one client, which it can read as resources. No other client can. */
export class StoredResults {
  readonly #byUri = new Map<string, StoredResult>();

  add(path: string, toolName: string, what: StoredResult['what'] = 'result'): ResourceLink {
    const uri = `${PREFIX}${randomUUID()}`;
    const result = { path, toolName, what };
    this.#byUri.set(uri, result);
    const [oldest] = this.#byUri.keys();
    if (this.#byUri.size > MAX_RESULTS && oldest !== undefined) this.#byUri.delete(oldest);
    return { type: 'resource_link', ...described(uri, result) };
  }

  list(): Resource[] {
    return [...this.#byUri].map(([uri, result]) => described(uri, result));
  }

  /** Undefined: this client has no such result, or its file was deleted. */
  async read(uri: string): Promise<ReadResourceResult | undefined> {
    const stored = this.#byUri.get(uri);
    const text = stored && (await readStart(stored.path));
    return text === undefined ? undefined : { contents: [{ uri, mimeType: 'text/plain', text }] };
  }
}

function described(uri: string, { toolName, what }: StoredResult) {
  return {
    uri,
    name: `${toolName} ${what}`,
    mimeType: 'text/plain',
    description: `The full ${what} of ${toolName}`,
  };
}

async function readStart(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    await using file = await open(path);
    const length = Math.min(size, MAX_READ_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const text = buffer.subarray(0, bytesRead).toString();
    return size > length ? `${text}\n[The first ${length} of ${size} bytes. The rest is in ${path}.]` : text;
  } catch {
    return undefined;
  }
}
