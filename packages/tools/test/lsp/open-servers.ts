import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession } from '@sluice/process';
import { expect, onTestFinished } from 'vitest';
import { LanguageServers } from '../../src/lsp/language-servers.ts';
import { ask, type Operation } from '../../src/lsp/operations.ts';
import type { ServerConfig } from '../../src/lsp/server-config.ts';

/** A variable by which the processes of a project are known. */
const MARK = 'SLUICE_LSP_TEST';

/** Configured servers for a project of its own, of which nothing is left when the test has ended. */
export function openServers(
  first: Pick<ServerConfig, 'name' | 'command' | 'args'> & Partial<ServerConfig>,
  others: readonly Partial<ServerConfig>[] = [],
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-lsp-')));
  const processes = createProcessSession();
  const config: ServerConfig = {
    extensions: new Map([['.ts', 'typescript']]),
    env: { [MARK]: root },
    initializationOptions: undefined,
    settings: {},
    startupTimeoutMs: 20_000,
    shutdownTimeoutMs: 5000,
    restartOnCrash: true,
    maxRestarts: 1,
    diagnostics: true,
    ...first,
  };
  const servers = new LanguageServers({
    configs: [config, ...others.map((other) => ({ ...config, ...other }))],
    processes,
    env: process.env,
    rootOf: () => root,
    ignored: () => Promise.resolve(new Set()),
  });
  onTestFinished(async () => {
    await servers.close();
    await processes.dispose();
    // Whatever it was asked, nothing of it is left.
    expect(pidsIn(root)).toEqual([]);
    rmSync(root, { recursive: true });
  });
  const question = (
    path: string,
    operation: Operation,
    line = 1,
    character = 1,
    { query = '', signal = AbortSignal.timeout(60_000) } = {},
  ) =>
    ask(
      servers.forFile(path)[0] ?? expect.fail('no server'),
      { operation, path, line, character, query },
      signal,
    );
  return { root, servers, question };
}

/** Processes that servers of a project have started, wherever they work. */
export function pidsIn(root: string): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`${MARK}=${root}`)
        ? [Number(name)]
        : [];
    } catch {
      // It has ended, or is someone else's.
      return [];
    }
  });
}
