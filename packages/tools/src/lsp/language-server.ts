import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { ProcessSession, StartedProcess } from '@sluice/process';
import { Connection, LanguageServerError } from './connection.ts';
import { readDiagnostics, type Diagnostic } from './diagnostics.ts';
import { HangRecord } from './hang-record.ts';
import { initializeParams } from './initialize-params.ts';
import { OpenDocuments } from './open-documents.ts';
import type { PositionEncoding } from './positions.ts';
import { PublishedDiagnostics } from './published-diagnostics.ts';
import type { ServerConfig } from './server-config.ts';
import { answerServer } from './server-requests.ts';
import { untilAborted } from './until-aborted.ts';
import { WatchedFiles } from './watched-files.ts';
import { RESTART_MS, GRACE_MS, REPORT_MS } from './lsp-limits.ts';

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

const SHOWN_STDERR = 2000;

/** A language server for one directory. It starts with the first question, and again after a crash. */
export class LanguageServer {
  readonly config: ServerConfig;
  readonly root: string;
  readonly #options: LanguageServerOptions;
  readonly #documents: OpenDocuments;
  readonly #diagnostics = new PublishedDiagnostics();
  readonly #watched: WatchedFiles;
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
    this.#documents = new OpenDocuments({
      config: options.config,
      onClosed: (uri) => this.#diagnostics.drop(uri),
    });
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
    return this.#documents.sync(path, this.#current?.connection);
  }

  /** Gives it every open file as it is on disk now, closes those that are gone, and names all files that have changed. */
  syncOpen(): void {
    this.#announce();
    this.#documents.syncAll(this.#current?.connection);
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
    this.#diagnostics.outdate();
    connection.notify('workspace/didChangeWatchedFiles', {
      changes: changes.map(({ path, type }) => ({ uri: pathToFileURL(path).href, type })),
    });
  }

  /** What it reports in a file as it is on disk now. Waits for its report until the signal is aborted. */
  async diagnose(path: string, signal: AbortSignal): Promise<readonly Diagnostic[]> {
    const uri = pathToFileURL(path).href;
    await this.start(signal);
    this.#announce();
    const before = this.#documents.versionOf(uri);
    if (this.offers('diagnosticProvider')) {
      this.sync(path);
      const report = await this.request('textDocument/diagnostic', { textDocument: { uri } }, signal);
      const read = readDiagnostics(isJsonObject(report) ? getOwn(report, 'items') : undefined);
      this.#diagnostics.keep(uri, read);
      return read;
    }
    this.sync(path);
    const isSame = this.#documents.versionOf(uri) === before && this.#diagnostics.get(uri) !== undefined;
    const next = (until: AbortSignal): Promise<void> =>
      this.#diagnostics.next(uri, () => this.#documents.versionOf(uri) ?? 0, until);
    if (!isSame) await next(signal);
    else if (this.#diagnostics.takeOutdated(uri))
      await next(AbortSignal.any([signal, AbortSignal.timeout(REPORT_MS)]));
    return this.#diagnostics.get(uri) ?? [];
  }

  /** What it last reported in a file. Undefined: nothing so far. `isCurrent`: no file has changed since then. */
  known(path: string): { readonly report: readonly Diagnostic[] | undefined; readonly isCurrent: boolean } {
    this.#announce();
    const uri = pathToFileURL(path).href;
    return { report: this.#diagnostics.get(uri), isCurrent: this.#diagnostics.isCurrent(uri) };
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
    this.#diagnostics.clear();
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
      onNotification: (method, params) => {
        if (method === 'textDocument/publishDiagnostics' && isJsonObject(params))
          this.#diagnostics.take(params);
      },
      onRequest: (method, params) => answerServer(method, params, this.#options),
      onBroken: (reason) => {
        connection.close(`What the language server ${config.name} wrote can't be read: ${reason}.`);
        void child.end({ graceMs: GRACE_MS });
      },
    });
    const exited = child.exited.then((exit) => {
      const how = exit.status === 'exited' ? `exited with code ${exit.code}` : `was killed by ${exit.signal}`;
      const wrote = this.#stderr.trim() === '' ? '' : ` Its last output: ${this.#stderr.trim()}`;
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
      const greeting = await connection.request('initialize', initializeParams(config, root), limit);
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
}

function encodingOf(capabilities: object): PositionEncoding {
  const chosen = getOwn(capabilities, 'positionEncoding');
  return chosen === 'utf-8' || chosen === 'utf-32' ? chosen : 'utf-16';
}
