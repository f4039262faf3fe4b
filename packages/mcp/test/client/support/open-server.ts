import { fileURLToPath } from 'node:url';
import { assemblePool, type Inquiry, type InquiryAnswer, type ToolPool } from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { onTestFinished } from 'vitest';
import { createAjvValidator } from '../../../../host/src/index.ts';
import type { ConfiguredServer } from '../../../src/config/configured-server.ts';
import type { ServerConnection } from '../../../src/config/server-entry.ts';
import { openMcpServers, type McpServers, type PeerAnswer } from '../../../src/index.ts';
import { scratch } from '../../server/support/scratch.ts';
import { bundled } from '../../../../../test/support/bundled.ts';

const STDIO = await bundled(fileURLToPath(new URL('../peers/era-server.ts', import.meta.url)));

export interface OpenOptions {
  readonly state?: string;
  readonly protocol?: 'auto' | '2026-07-28' | '2025-11-25';
  readonly env?: Readonly<Record<string, string>>;
  readonly waitsForAll?: boolean;
  readonly timeoutMs?: number;
  readonly isTrusted?: boolean;
  readonly alwaysLoad?: boolean;
  readonly pool?: Pick<ToolPool, 'update' | 'updateAll'>;
  readonly answer?: (inquiry: Inquiry) => InquiryAnswer;
}

/** The server `s` as it is configured. */
export function configured(
  connection: ServerConnection,
  { timeoutMs, protocol, isTrusted = false, alwaysLoad = false }: OpenOptions = {},
): ConfiguredServer {
  const tools = { include: undefined, exclude: [] };
  const entry = { connection, timeoutMs, alwaysLoad, isTrusted, protocol, tools };
  return {
    name: 's',
    scope: 'user',
    file: undefined,
    raw: {},
    hash: '',
    notices: [],
    start: { status: 'ready', entry },
  };
}

/** A session's servers with one server, `s`; it ends with the test. */
export async function open(connection: ServerConnection, options: OpenOptions = {}): Promise<McpServers> {
  const { state = scratch(), env = {}, answer, waitsForAll = true } = options;
  const processes = createProcessSession();
  const servers = openMcpServers({
    servers: [configured(connection, options)],
    pool: options.pool ?? assemblePool({ builtIn: [], foreign: [] }),
    processes,
    cwd: state,
    projectRoot: state,
    env: { ...process.env, ...env },
    credentials: new Set(),
    stateDirectory: state,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll,
    clientInfo: { name: 'test', version: '1' },
    client: {
      roots: () => [],
      asks: answer && {
        kinds: ['form'],
        asker: { push: (inquiry, settle) => settle(answer(inquiry)), remove() {}, update() {} },
      },
    },
  });
  onTestFinished(async () => {
    await servers[Symbol.asyncDispose]();
    await processes.dispose();
  });
  await servers.readyForFirstRequest();
  return servers;
}

export const remote = (url: string, kind: 'http' | 'sse' = 'http'): ServerConnection => ({
  kind,
  url,
  headers: {},
  headersHelper: undefined,
  oauth: undefined,
});
export const local = (...args: readonly string[]): ServerConnection => ({
  kind: 'stdio',
  command: process.execPath,
  args: [STDIO, ...args],
  env: {},
  cwd: undefined,
});
export const call = (
  servers: McpServers,
  tool: string,
  signal = new AbortController().signal,
): Promise<PeerAnswer> => servers.call({ server: 's', tool, input: {}, signal });
export const versionOf = (servers: McpServers): string | undefined => servers.status()[0]?.protocolVersion;
