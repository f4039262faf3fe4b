import { fileURLToPath, pathToFileURL } from 'node:url';
import { getOwn } from '@sluice/core';
import { readDiagnostics, type Diagnostic } from './diagnostics.ts';

/** What a language server has reported in files, by their addresses. */
export class PublishedDiagnostics {
  readonly #reports = new Map<string, readonly Diagnostic[]>();
  /** Files whose last report is older than a change of another file. */
  readonly #outdated = new Set<string>();
  readonly #listeners = new Set<(uri: string, version: number | undefined) => void>();

  /** The last report. Undefined: there was none so far. */
  get(uri: string): readonly Diagnostic[] | undefined {
    return this.#reports.get(uri);
  }

  /** No file has changed since the last report. */
  isCurrent(uri: string): boolean {
    return !this.#outdated.has(uri);
  }

  keep(uri: string, report: readonly Diagnostic[]): void {
    this.#reports.set(uri, report);
    this.#outdated.delete(uri);
  }

  /** The file is no longer open. */
  drop(uri: string): void {
    this.#reports.delete(uri);
    this.#outdated.delete(uri);
  }

  /** Files have changed: what was reported may be no longer true. */
  outdate(): void {
    for (const uri of this.#reports.keys()) this.#outdated.add(uri);
  }

  /** True: the last report was outdated. A new one is waited for only once. */
  takeOutdated(uri: string): boolean {
    return this.#outdated.delete(uri);
  }

  clear(): void {
    this.#reports.clear();
    this.#outdated.clear();
  }

  /** The server has published a report. */
  take(params: object): void {
    const given = getOwn(params, 'uri');
    if (typeof given !== 'string') return;
    const uri = sameUri(given);
    const version = getOwn(params, 'version');
    this.keep(uri, readDiagnostics(getOwn(params, 'diagnostics')));
    for (const listener of this.#listeners) listener(uri, typeof version === 'number' ? version : undefined);
  }

  /**
   * Waits for the next report about a file that knows its present text, or until the signal is aborted.
   * @param version the version of that text
   */
  next(uri: string, version: () => number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = (about: string, reported: number | undefined): void => {
      if (about === uri && (reported === undefined || reported >= version())) resolve();
    };
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
    return promise.finally(() => this.#listeners.delete(listener));
  }
}

/** Servers write the same path in several ways. */
function sameUri(uri: string): string {
  try {
    return pathToFileURL(fileURLToPath(uri)).href;
  } catch {
    return uri;
  }
}
