import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LanguageServerError, type Connection } from './connection.ts';
import { MAX_FILE_BYTES, MAX_OPEN } from './lsp-limits.ts';
import { extensionOf, type ServerConfig } from './server-config.ts';

interface OpenDocument {
  version: number;
  text: string;
}

interface OpenDocumentsScope {
  readonly config: ServerConfig;
  /** Called with the address of a file that is closed because too many are open. */
  readonly onClosed: (uri: string) => void;
}

/** The files that a language server has open, as it knows them. */
export class OpenDocuments {
  readonly #scope: OpenDocumentsScope;
  /** By address; the one that was used last is the last one. */
  readonly #documents = new Map<string, OpenDocument>();

  constructor(scope: OpenDocumentsScope) {
    this.#scope = scope;
  }

  /** Undefined: it isn't open. */
  versionOf(uri: string): number | undefined {
    return this.#documents.get(uri)?.version;
  }

  clear(): void {
    this.#documents.clear();
  }

  /**
   * Gives the server a file's content as it is on disk now; returns it.
   * @param connection undefined: the server doesn't run
   * @throws LanguageServerError for a file that can't be read as text
   */
  sync(path: string, connection: Connection | undefined): string {
    const uri = pathToFileURL(path).href;
    const text = readText(path);
    const open = this.#documents.get(uri);
    if (connection === undefined) return text;
    if (open === undefined) {
      this.#documents.set(uri, { version: 1, text });
      const languageId = this.#scope.config.extensions.get(extensionOf(path)) ?? 'plaintext';
      connection.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
      this.#closeOldest(connection);
      return text;
    }
    // The latest one is the last to be closed.
    this.#documents.delete(uri);
    this.#documents.set(uri, open);
    if (open.text === text) return text;
    open.version += 1;
    open.text = text;
    connection.notify('textDocument/didChange', {
      textDocument: { uri, version: open.version },
      contentChanges: [{ text }],
    });
    return text;
  }

  /** Gives it every open file as it is on disk now, and closes those that are gone. */
  syncAll(connection: Connection | undefined): void {
    for (const uri of [...this.#documents.keys()]) {
      try {
        this.sync(fileURLToPath(uri), connection);
      } catch {
        this.#documents.delete(uri);
        connection?.notify('textDocument/didClose', { textDocument: { uri } });
      }
    }
  }

  #closeOldest(connection: Connection): void {
    if (this.#documents.size <= MAX_OPEN) return;
    const [oldest] = this.#documents.keys();
    if (oldest === undefined) return;
    this.#documents.delete(oldest);
    this.#scope.onClosed(oldest);
    connection.notify('textDocument/didClose', { textDocument: { uri: oldest } });
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_FILE_BYTES) throw new LanguageServerError(`${path} is larger than 8 MiB.`);
  return bytes.toString('utf8');
}
