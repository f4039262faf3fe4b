import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { ProcessSession, StartedProcess } from '@sluice/process';
import { CLIENT_CAPABILITIES } from './client-capabilities.ts';
import { Connection, LanguageServerError } from './connection.ts';
import { readDiagnostics, type Diagnostic } from './diagnostics.ts';
import { HangRecord } from './hang-record.ts';
import { initializationOptionsOf } from './initialization-options.ts';
import type { PositionEncoding } from './positions.ts';
import type { ServerConfig } from './server-config.ts';
import { WatchedFiles } from './watched-files.ts';
import { MAX_OPEN, RESTART_MS, GRACE_MS, REPORT_MS, MAX_FILE_BYTES } from './lsp-limits.ts';

export interface LanguageServerOptions {
  readonly config: ServerConfig;
  /** Absolute: the directory that it serves. */
  readonly root: string;
  readonly processes: Pick<ProcessSession, 'start'>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

interface Running {
  readonly child: StartedProcess;
  readonly connection: Connection;
  readonly encoding: PositionEncoding;
  /** What it can do. */
  readonly capabilities: object;
}

interface OpenDocument {
  version: number;
  text: string;
}

const SHOWN_STDERR = 2000;

/** A language server for one directory. It starts with the first question, and again after a crash. */
export class LanguageServer {
  readonly config: ServerConfig;
  readonly root: string;
  readonly #options: LanguageServerOptions;
  readonly #documents = new Map<string, OpenDocument>();
  readonly #published = new Map<string, readonly Diagnostic[]>();
  /** Files whose last report is older than a change of another file. */
  readonly #outdated = new Set<string>();
  readonly #watched: WatchedFiles;
  readonly #publishing = new Set<(uri: string, version: number | undefined) => void>();
  #running: Promise<Running> | undefined;
  #current: Running | undefined;
  #crashes = 0;
  #lastExit = '';
  #stderr = '';
  #isClosed = false;
  readonly #hangs = new HangRecord();
  /** Of servers that have hung. */
  #ends: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(options: LanguageServerOptions) {
    this.#options = options;
    this.config = options.config;
    this.root = options.root;
    this.#watched = new WatchedFiles(options.root);
  }

  /** It has answered the greeting, and runs. */
  get isReady(): boolean {
    return this.#current !== undefined;
  }

  get encoding(): PositionEncoding {
    return this.#current?.encoding ?? 'utf-16';
  }

  /**
   * A question has reached its time limit: the server is ended, and starts again with the next one. Questions that wait at the same time
   * fail, and count once. One that is still starting has its own limit, and goes on.
   * @returns what happens to it, as a sentence
   */
  hung(): string {
    const current = this.#current;
    if (current === undefined && this.#running !== undefined)
      return `It is still starting, and has ${this.config.startupTimeoutMs / 1000} s for that (startupTimeout). Ask again later.`;
    if (current !== undefined) this.#endHung(current);
    const { minutesLeft } = this.#hangs;
    return minutesLeft === 0
      ? "It starts again with the next question; if that takes as long, it isn't asked any more for a while."
      : `That was the second time, so it isn't asked again for ${minutesLeft} min. Search with Grep and Glob instead.`;
  }

  #endHung(current: Running): void {
    this.#hangs.add();
    this.#current = undefined;
    this.#running = undefined;
    current.connection.close(`The language server ${this.config.name} did not answer in time and was ended.`);
    this.#ends = Promise.all([this.#ends, current.child.end({ graceMs: GRACE_MS })]);
  }

  /** Whether it offers what a capability (`hoverProvider`) stands for. */
  offers(capability: string): boolean {
    const offered = this.#current === undefined ? undefined : getOwn(this.#current.capabilities, capability);
    return offered !== undefined && offered !== null && offered !== false;
  }

  /** Starts it, if it doesn't run. @throws LanguageServerError that says why it can't, or the signal's reason */
  async start(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await untilAborted(this.#started(), signal);
  }

  /** @throws LanguageServerError, or the signal's reason */
  async request(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    const { connection } = await untilAborted(this.#started(), signal);
    return connection.request(method, params, signal);
  }

  /** Gives the server a file's content as it is on disk now. @throws LanguageServerError for a file that can't be read as text */
  sync(path: string): string {
    const uri = pathToFileURL(path).href;
    const text = readText(path);
    const open = this.#documents.get(uri);
    const connection = this.#current?.connection;
    if (connection === undefined) return text;
    if (open === undefined) {
      this.#documents.set(uri, { version: 1, text });
      const languageId = this.config.extensions.get(extensionOf(path)) ?? 'plaintext';
      connection.notify('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } });
      this.#closeOldest();
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

  /** Gives it every open file as it is on disk now, closes those that are gone, and names all files that have changed. */
  syncOpen(): void {
    this.#announce();
    for (const uri of [...this.#documents.keys()]) {
      try {
        this.sync(fileURLToPath(uri));
      } catch {
        this.#documents.delete(uri);
        this.#current?.connection.notify('textDocument/didClose', { textDocument: { uri } });
      }
    }
  }

  /** A tool has written this file: it is named even where there are too many files to look at. */
  edited(path: string): void {
    if (!this.#watched.isTooLarge) return;
    const uri = pathToFileURL(path).href;
    this.#current?.connection.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] });
  }

  /** Reports the files that have changed since the last time, no matter what changed them. */
  #announce(): void {
    const connection = this.#current?.connection;
    if (connection === undefined) return;
    const changes = this.#watched.look();
    if (changes.length === 0) return;
    for (const uri of this.#published.keys()) this.#outdated.add(uri);
    connection.notify('workspace/didChangeWatchedFiles', {
      changes: changes.map(({ path, type }) => ({ uri: pathToFileURL(path).href, type })),
    });
  }

  /** What it reports in a file as it is on disk now. Waits for its report until the signal is aborted. */
  async diagnose(path: string, signal: AbortSignal): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    await this.start(signal);
    this.#announce();
    const before = this.#documents.get(uri)?.version;
    if (this.offers('diagnosticProvider')) {
      this.sync(path);
      const report = await this.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
      const items = isJsonObject(report) ? getOwn(report, 'items') : undefined;
      const read = readDiagnostics(items);
      this.#published.set(uri, read);
      this.#outdated.delete(uri);
      return read;
    }
    this.sync(path);
    const isSame = this.#documents.get(uri)?.version === before && this.#published.has(uri);
    if (!isSame) await this.#nextReport(uri, signal);
    else if (this.#outdated.delete(uri))
      await this.#nextReport(uri, AbortSignal.any([signal, AbortSignal.timeout(REPORT_MS)]));
    return this.#published.get(uri) ?? [];
  }

  /** What it last reported in a file. Undefined: nothing so far. `isCurrent`: no file has changed since then. */
  known(path: string): { readonly report: readonly Diagnostic[] | undefined; readonly isCurrent: boolean } {
    this.#announce();
    const uri = pathToFileURL(path).href;
    return { report: this.#published.get(uri), isCurrent: !this.#outdated.has(uri) };
  }

  /** Ends it with everything it has started. May be called again. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#closing.abort();
    const running = await this.#running?.catch(() => undefined);
    await this.#ends;
    if (running === undefined) return;
    const { child, connection } = running;
    const limit = AbortSignal.timeout(this.config.shutdownTimeoutMs);
    await connection.request('shutdown', null, limit).catch(() => {});
    connection.notify('exit', null);
    connection.close('The session has ended.');
    await child.end({ graceMs: GRACE_MS });
  }

  #started(): Promise<Running> {
    if (this.#isClosed) return Promise.reject(new LanguageServerError('The session has ended.'));
    const { restartOnCrash, maxRestarts, name } = this.config;
    if (this.#running === undefined && this.#crashes > (restartOnCrash ? maxRestarts : 0))
      return Promise.reject(
        new LanguageServerError(
          `The language server ${name} has failed ${this.#crashes === 1 ? 'once' : `${this.#crashes} times`} and isn't started again in this session. ${this.#lastExit}`,
        ),
      );
    const { minutesLeft } = this.#hangs;
    if (this.#running === undefined && minutesLeft > 0)
      return Promise.reject(
        new LanguageServerError(
          `The language server ${name} did not answer in time twice, so it isn't asked again for ${minutesLeft} min. Search with Grep and Glob instead.`,
        ),
      );
    this.#running ??= this.#launch().catch((error: unknown) => {
      this.#running = undefined;
      this.#crashes += 1;
      this.#lastExit = errorText(error);
      throw error;
    });
    return this.#running;
  }

  async #launch(): Promise<Running> {
    const { config, root, processes, env } = this.#options;
    if (this.#crashes > 0) {
      const { signal } = this.#closing;
      await delay(RESTART_MS * 2 ** (this.#crashes - 1), undefined, { signal });
    }
    this.#documents.clear();
    this.#published.clear();
    this.#outdated.clear();
    // What changes from now on is news to it.
    this.#watched.look();
    this.#stderr = '';
    const start = processes.start({
      command: config.command,
      args: config.args,
      env: { ...env, ...config.env },
      cwd: root,
    });
    if (!start.ok)
      throw new LanguageServerError(`The language server ${config.name} can't be started: ${start.message}`);
    const child = start.process;
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(-SHOWN_STDERR);
    });
    const connection = new Connection({
      stdin: child.stdin,
      stdout: child.stdout,
      onNotification: (method, params) => this.#notified(method, params),
      onRequest: (method, params) => this.#asked(method, params),
      onBroken: (reason) => {
        connection.close(`What the language server ${config.name} wrote can't be read: ${reason}.`);
        void child.end({ graceMs: GRACE_MS });
      },
    });
    const exited = child.exited.then((exit) => {
      const how = exit.status === 'exited' ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
      const wrote = this.#stderr.trim() === '' ? '' : ` It last wrote: ${this.#stderr.trim()}`;
      const reason = `The language server ${config.name} ${how}.${wrote}`;
      connection.close(reason);
      if (this.#current?.connection === connection) {
        this.#current = undefined;
        this.#running = undefined;
        this.#crashes += 1;
        this.#lastExit = reason;
      }
    });
    try {
      const limit = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(config.startupTimeoutMs)]);
      const greeting = await connection.request('initialize', this.#greeting(), limit);
      const capabilities = isJsonObject(greeting) ? getOwn(greeting, 'capabilities') : undefined;
      const offered = isJsonObject(capabilities) ? capabilities : {};
      connection.notify('initialized', {});
      connection.notify('workspace/didChangeConfiguration', { settings: config.settings });
      this.#current = { child, connection, encoding: encodingOf(offered), capabilities: offered };
      return this.#current;
    } catch (error) {
      const isLate = !(error instanceof LanguageServerError);
      connection.close('It did not start.');
      await child.end({ graceMs: GRACE_MS });
      await exited;
      if (!isLate) throw error;
      throw new LanguageServerError(
        `The language server ${config.name} did not answer within ${config.startupTimeoutMs / 1000} s (startupTimeout).`,
      );
    }
  }

  #greeting(): object {
    const { config, root } = this.#options;
    const uri = pathToFileURL(root).href;
    return {
      processId: process.pid,
      clientInfo: { name: 'sluice' },
      rootUri: uri,
      rootPath: root,
      workspaceFolders: [{ uri, name: root.slice(root.lastIndexOf('/') + 1) }],
      initializationOptions: initializationOptionsOf(config),
      capabilities: CLIENT_CAPABILITIES,
    };
  }

  #notified(method: string, params: unknown): void {
    if (method !== 'textDocument/publishDiagnostics' || !isJsonObject(params)) return;
    const uri = getOwn(params, 'uri');
    if (typeof uri !== 'string') return;
    const version = getOwn(params, 'version');
    this.#outdated.delete(sameUri(uri));
    this.#published.set(sameUri(uri), readDiagnostics(getOwn(params, 'diagnostics')));
    for (const listener of this.#publishing)
      listener(sameUri(uri), typeof version === 'number' ? version : undefined);
  }

  #asked(method: string, params: unknown): unknown {
    const uri = pathToFileURL(this.root).href;
    switch (method) {
      case 'workspace/configuration': {
        const items = isJsonObject(params) ? getOwn(params, 'items') : undefined;
        return Array.isArray(items) ? items.map((item: unknown) => this.#setting(item)) : [];
      }
      case 'workspace/workspaceFolders':
        return [{ uri, name: this.config.name }];
      case 'workspace/applyEdit':
        return { applied: false, failureReason: 'only the agent edits files' };
      case 'window/showDocument':
        return { success: false };
      case 'client/registerCapability':
      case 'client/unregisterCapability':
      case 'window/workDoneProgress/create':
      case 'window/showMessageRequest':
      case 'workspace/diagnostic/refresh':
        return null;
      default:
        return undefined;
    }
  }

  #setting(item: unknown): unknown {
    const section = isJsonObject(item) ? getOwn(item, 'section') : undefined;
    if (typeof section !== 'string' || section === '') return this.config.settings;
    let value: unknown = this.config.settings;
    for (const step of section.split('.')) value = isJsonObject(value) ? getOwn(value, step) : undefined;
    return value ?? null;
  }

  /** The next report about a file that knows its present text. */
  #nextReport(uri: string, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = (about: string, version: number | undefined): void => {
      const wanted = this.#documents.get(uri)?.version ?? 0;
      if (about === uri && (version === undefined || version >= wanted)) resolve();
    };
    this.#publishing.add(listener);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    return promise.finally(() => this.#publishing.delete(listener));
  }

  #closeOldest(): void {
    if (this.#documents.size <= MAX_OPEN) return;
    const [oldest] = this.#documents.keys();
    if (oldest === undefined) return;
    this.#documents.delete(oldest);
    this.#published.delete(oldest);
    this.#outdated.delete(oldest);
    this.#current?.connection.notify('textDocument/didClose', { textDocument: { uri: oldest } });
  }
}

/** The extension with its dot, in lower case; empty if there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

function encodingOf(capabilities: object): PositionEncoding {
  const chosen = getOwn(capabilities, 'positionEncoding');
  return chosen === 'utf-8' || chosen === 'utf-32' ? chosen : 'utf-16';
}

/** Servers write the same path in several ways. */
function sameUri(uri: string): string {
  try {
    return pathToFileURL(fileURLToPath(uri)).href;
  } catch {
    return uri;
  }
}

function readText(path: string): string {
  const bytes = readFileSync(path);
  if (bytes.length > MAX_FILE_BYTES) throw new LanguageServerError(`${path} is larger than 8 MiB.`);
  return bytes.toString('utf8');
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
