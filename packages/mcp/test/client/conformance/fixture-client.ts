import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  bypassPolicy,
  createMemoryFiles,
  createMemoryStore,
  createPermissionState,
  createRuntime,
  getOwn,
  isJsonObject,
  modelTools,
  systemClock,
  type JsonObject,
} from '@sluice/core';
import { createProcessSession } from '@sluice/process';
import { createAjvValidator } from '../../../../host/src/index.ts';
import { logIn } from '../../../src/auth/index.ts';
import { openMcpServers, type ConfiguredServer } from '../../../src/index.ts';

/**
 * A session of ours with one server, at the address that the suite adds to the command: it connects, calls each tool through
 * the engine, and logs in like a person when the server requires that.
 */
const url = process.argv.at(-1) ?? '';
const context: unknown = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const given = isJsonObject(context) ? context : {};
const state = mkdtempSync(join(tmpdir(), 'sluice-conformance-'));
const { signal } = new AbortController();
const validator = createAjvValidator();

const textOf = (key: string): string | undefined => {
  const value = getOwn(given, key);
  return typeof value === 'string' ? value : undefined;
};
const oauth: JsonObject = {
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  ...(textOf('client_id') !== undefined && { clientId: textOf('client_id') }),
};
const env = { ...process.env, MCP_CLIENT_SECRET: textOf('client_secret') };

const server: ConfiguredServer = {
  name: 'suite',
  scope: 'user',
  file: undefined,
  raw: {},
  hash: '',
  notices: [],
  start: {
    status: 'ready',
    entry: {
      connection: { kind: 'http', url, headers: {}, headersHelper: undefined, oauth },
      timeoutMs: undefined,
      alwaysLoad: true,
      isTrusted: false,
      protocol: undefined,
      tools: { include: undefined, exclude: [] },
    },
  },
};

/** What a tool is called with: the suite's own calls, else something that its schema allows. */
function callsOf(tool: string, schema: JsonObject): readonly JsonObject[] {
  const wanted = getOwn(given, 'toolCalls');
  const calls: readonly JsonObject[] = Array.isArray(wanted) ? wanted.filter(isJsonObject) : [];
  if (calls.length > 0) {
    return calls.flatMap((call) => {
      const input = getOwn(call, 'arguments');
      if (getOwn(call, 'name') !== tool || !isJsonObject(input)) return [];
      // The suite gives null where its own schema forbids it, and our engine would not send that. Left out means the same.
      return [Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))];
    });
  }
  const properties = getOwn(schema, 'properties');
  const entries = isJsonObject(properties) ? Object.entries(properties) : [];
  return [Object.fromEntries(entries.map(([name, property]) => [name, sampleOf(property)]))];
}

function sampleOf(schema: unknown): string | number | boolean {
  const type = isJsonObject(schema) ? getOwn(schema, 'type') : undefined;
  if (type === 'boolean') return true;
  return type === 'number' || type === 'integer' ? 5 : 'words';
}

/** One session. False: a person has to log in. */
async function work(): Promise<boolean> {
  const runtime = createRuntime({
    tools: [],
    cwd: state,
    permission: {
      policy: bypassPolicy,
      state: createPermissionState({ mode: 'bypassPermissions', workingDirectories: [state] }),
    },
    ports: { clock: systemClock, files: createMemoryFiles(), store: createMemoryStore(), validator },
  });
  await using processes = createProcessSession();
  await using servers = openMcpServers({
    servers: [server],
    pool: runtime.pool,
    processes,
    cwd: state,
    projectRoot: state,
    env,
    credentials: new Set(),
    stateDirectory: state,
    validator,
    isDeferred: false,
    waitsForAll: true,
    clientInfo: { name: 'sluice', version: '1.0.0' },
    client: {
      roots: () => [state],
      asks: {
        kinds: ['form'],
        asker: {
          // Accepts each form as it is.
          push: (_inquiry, settle) => settle({ behavior: 'allow', updatedInput: {} }),
          remove: () => {},
          update: () => {},
        },
      },
    },
  });
  await servers.readyForFirstRequest();
  const needsLogin = (): boolean => servers.status().some(({ state: now }) => now === 'needs-auth');
  for (const tool of runtime.pool.tools) {
    const [definition] = await modelTools({ tools: [tool] });
    for (const input of callsOf(tool.name.slice('mcp__suite__'.length), definition?.inputSchema ?? {})) {
      for await (const event of runtime.run([{ id: `call-${tool.name}`, name: tool.name, input }]))
        if (event.type === 'tool-result')
          process.stdout.write(`${tool.name}: ${JSON.stringify(event.result)}\n`);
    }
    if (needsLogin()) return false;
  }
  for (const { name, state: now, reason = '' } of servers.status())
    process.stdout.write(`${name}: ${now} ${reason}\n`);
  return !needsLogin();
}

/** Opens the page as a browser would, and follows it back. */
function visit(page: URL): void {
  void (async () => {
    const response = await fetch(page, { redirect: 'manual' });
    const back = response.headers.get('location');
    if (back !== null) await fetch(back);
  })();
}

const MAX_LOGINS = 3;
for (let login = 0; !(await work()) && login < MAX_LOGINS; login += 1) {
  const directory = join(state, 'mcp-auth');
  const done = await logIn({ directory, url, oauth, isOwn: true, env, visit, signal });
  process.stdout.write(`${done.ok ? 'logged in' : done.reason}\n`);
  if (!done.ok) break;
}
rmSync(state, { recursive: true, force: true });
