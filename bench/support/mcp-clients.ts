import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { JsonObject } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { openMcpServers, type ConfiguredServer } from '@sluice/mcp';
import { createProcessSession } from '@sluice/process';

const SERVER = fileURLToPath(new URL('../child/mcp-server.ts', import.meta.url));
/** As many as ours starts side by side. */
const AT_ONCE = 3;

/** Servers of the benchmark, and a client of each, in one hand. */
export interface McpClients {
  /** Calls a tool of the first; the number of characters of its text. */
  call(tool: string, input: JsonObject, signal?: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

type Kind = 'plain' | 'stubborn';

export async function openOurs(count: number, kind: Kind = 'plain'): Promise<McpClients> {
  const processes = createProcessSession();
  const servers = openMcpServers({
    servers: Array.from({ length: count }, (_, index) => configured(`s${index}`, kind)),
    pool: { update() {}, updateAll() {} },
    processes,
    cwd: process.cwd(),
    projectRoot: process.cwd(),
    env: process.env,
    credentials: new Set(),
    stateDirectory: undefined,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll: true,
    clientInfo: { name: 'bench', version: '1' },
    client: { roots: () => [], asks: undefined },
  });
  await servers.readyForFirstRequest();
  const missing = servers.status().find(({ state }) => state !== 'connected');
  if (missing !== undefined) throw new Error(`${missing.name}: ${missing.reason}`);
  const never = new AbortController().signal;
  return {
    async call(tool, input, signal = never) {
      const answer = await servers.call({ server: 's0', tool, input, signal });
      return answer.status === 'result' ? lengthOf(answer.result['content']) : 0;
    },
    async close() {
      await servers[Symbol.asyncDispose]();
      await processes.dispose();
    },
  };
}

/** The protocol's own package, with as many starting side by side. */
export async function openPackage(count: number, kind: Kind = 'plain'): Promise<McpClients> {
  const clients = Array.from({ length: count }, () => new Client({ name: 'bench', version: '1' }));
  let next = 0;
  const connect = async (): Promise<void> => {
    for (let client = clients[next++]; client !== undefined; client = clients[next++]) {
      const transport = new StdioClientTransport({ command: process.execPath, args: [SERVER, kind] });
      await client.connect(transport);
      await client.listTools();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, connect));
  return {
    async call(tool, input, signal) {
      const request = { name: tool, arguments: input };
      const result = await clients[0]?.callTool(request, signal === undefined ? {} : { signal });
      return lengthOf(result?.content);
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
    },
  };
}

function configured(name: string, kind: Kind): ConfiguredServer {
  const connection = {
    kind: 'stdio',
    command: process.execPath,
    args: [SERVER, kind],
    env: {},
    cwd: undefined,
  } as const;
  return {
    name,
    scope: 'user',
    file: undefined,
    raw: {},
    hash: '',
    notices: [],
    start: {
      status: 'ready',
      entry: {
        connection,
        timeoutMs: undefined,
        alwaysLoad: false,
        isTrusted: true,
        protocol: undefined,
        tools: { include: undefined, exclude: [] },
      },
    },
  };
}

function lengthOf(content: unknown): number {
  const [first]: readonly unknown[] = Array.isArray(content) ? content : [];
  const isText = typeof first === 'object' && first !== null && 'text' in first;
  return isText && typeof first.text === 'string' ? first.text.length : 0;
}
