import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyTool, JsonObject } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { createProcessSession } from '@sluice/process';
import { expect, it, onTestFinished } from 'vitest';
import { logIn } from '../../src/auth/index.ts';
import { remoteAuthorization } from '../../src/auth/remote-authorization.ts';
import { McpServer } from '../../src/client/mcp-server.ts';
import { parseEntry } from '../../src/config/parse-entry.ts';
import { startRemoteServer, type RemoteServer } from './remote-server.ts';

function state(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mcp-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

interface Opened {
  readonly server: McpServer;
  readonly tool: () => AnyTool | undefined;
}

async function open(entry: JsonObject, stateDirectory = state()): Promise<Opened> {
  const processes = createProcessSession();
  const parsed = parseEntry(entry);
  const server = new McpServer({
    server: { name: 'far', scope: 'user', file: undefined, raw: entry, hash: '', notices: [], start: parsed },
    entry: parsed.entry,
    transport: {
      processes,
      cwd: stateDirectory,
      projectRoot: stateDirectory,
      env: process.env,
      credentials: new Set(),
      stateDirectory,
    },
    limits: { connectMs: 10_000, callMs: undefined, idleMs: undefined, firstRequestMs: 1_000 },
    validator: createAjvValidator(),
    isDeferred: false,
    clientInfo: { name: 'test', version: '1' },
    capabilities: {},
    onRequest: async () => undefined,
    takeTurn: async () => () => {},
    onChange: () => {},
  });
  onTestFinished(async () => {
    await server.close();
    await processes.dispose();
  });
  await server.settled();
  return { server, tool: () => server.tools[0] };
}
