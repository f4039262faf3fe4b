import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ProcessSession } from '@sluice/process';
import { newErrors, type Diagnostic } from './diagnostics.ts';
import { LanguageServer } from './language-server.ts';
import { extensionOf, type ServerConfig } from './server-config.ts';
import { EDIT_WAIT_MS, BEFORE_WAIT_MS } from './lsp-limits.ts';

export interface LanguageServersOptions {
  /** At least one. */
  readonly configs: readonly ServerConfig[];
  readonly processes: Pick<ProcessSession, 'start'>;
  /** The environment of the servers. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory that a server serves for a file, absolute: the top of its checkout. */
  readonly rootOf: (path: string) => string;
  /** Which of some files in a directory git ignores. Must not reject. */
  readonly ignored: (root: string, paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** The language servers of a session: one for each name and checkout, shared by all agents. */
export class LanguageServers {
  readonly #options: LanguageServersOptions;
  readonly #servers = new Map<string, LanguageServer>();

  constructor(options: LanguageServersOptions) {
    this.#options = options;
  }

  get configs(): readonly ServerConfig[] {
    return this.#options.configs;
  }

  /** The servers for a file, in the order of their configuration. */
  forFile(path: string): readonly LanguageServer[] {
    const extension = extensionOf(path);
    const root = this.#options.rootOf(path);
    return this.configs
      .filter(({ extensions }) => extensions.has(extension))
      .map((config) => this.#server(config, root));
  }

  /** All servers for a directory. */
  forRoot(directory: string): readonly LanguageServer[] {
    const root = this.#options.rootOf(`${directory}/_`);
    return this.configs.map((config) => this.#server(config, root));
  }

  ignored(root: string, paths: readonly string[]): Promise<ReadonlySet<string>> {
    return this.#options.ignored(root, paths);
  }

  /**
   * Errors in a file that an edit has brought. Waits at most 1.5 s; a server that doesn't run yet is started, and says nothing this time.
   * Never rejects.
   *
   * @param work makes the edit, and answers whether it has written the file
   */
  async errorsAfter(path: string, work: () => Promise<boolean>): Promise<readonly Diagnostic[]> {
    const servers = this.forFile(path).filter(({ config }) => config.diagnostics);
    const before = await Promise.all(servers.map((server) => errorsBefore(server, path)));
    if (!(await work())) return [];
    for (const server of this.#servers.values()) server.edited(path);
    const signal = AbortSignal.timeout(EDIT_WAIT_MS);
    const found = await Promise.all(
      servers.map(async (server, index): Promise<readonly Diagnostic[]> => {
        if (!server.isReady) {
          void server.start(AbortSignal.timeout(server.config.startupTimeoutMs)).catch(() => {});
          return [];
        }
        try {
          const known = before[index];
          const now = await server.diagnose(path, signal);
          // Without them, old errors would pass for new ones.
          return known === undefined ? [] : newErrors(known, now);
        } catch {
          return [];
        }
      }),
    );
    return found.flat();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#servers.values()].map((server) => server.close()));
  }

  #server(config: ServerConfig, root: string): LanguageServer {
    const key = `${config.name}\0${root}`;
    const known = this.#servers.get(key);
    if (known !== undefined) return known;
    const { processes, env } = this.#options;
    const { workspaceFolder = '' } = config;
    const server = new LanguageServer({ config, root: resolve(root, workspaceFolder), processes, env });
    this.#servers.set(key, server);
    return server;
  }
}

/** What a running server reports in a file before an edit. Undefined: it hasn't answered in time, or doesn't run. */
async function errorsBefore(
  server: LanguageServer,
  path: string,
): Promise<readonly Diagnostic[] | undefined> {
  const { report, isCurrent } = server.known(path);
  if (!server.isReady || (report !== undefined && isCurrent)) return report;
  if (!existsSync(path)) return [];
  const signal = AbortSignal.timeout(BEFORE_WAIT_MS);
  const found = await server.diagnose(path, signal).catch(() => undefined);
  return signal.aborted ? undefined : found;
}
