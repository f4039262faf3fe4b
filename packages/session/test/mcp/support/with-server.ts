import { fileURLToPath } from 'node:url';
import type { Asker, JsonObject, RunEvent } from '@sluice/core';
import type { McpServers, ServerAsks } from '@sluice/mcp';
import type { TaskRegistry } from '@sluice/tools';
import { onTestFinished } from 'vitest';
import { openSessionParts } from '../../../src/parts/open-session-parts.ts';
import { openRuntime } from '../../../src/runtime/open-runtime.ts';
import type { LocalRuntime } from '../../../src/runtime/local-runtime.ts';
import { scratch } from '../../../../sluice/test/cli/exec/support/scratch.ts';
import type { Faults } from './fault-server.ts';

const script = fileURLToPath(new URL('fault-server.ts', import.meta.url));

type ToolResultEvent = Extract<RunEvent, { readonly type: 'tool-result' }>;

/** A session with one server, `f`. */
export interface ServerSession {
  readonly runtime: LocalRuntime;
  readonly cwd: string;
  readonly tasks: TaskRegistry;
  readonly mcp: McpServers;
  /** One call of one of its tools, or of another tool of the session. */
  call(tool: string, input?: JsonObject): Promise<ToolResultEvent>;
  text(tool: string, input?: JsonObject): Promise<string>;
}

/** The entry of a server with these faults. */
export function faultEntry(faults: Faults): JsonObject {
  return { command: process.execPath, args: [script, JSON.stringify(faults)] };
}

/** Opens it in a session that ends with the test, and waits until it is connected or has failed. */
export async function withServer(
  faults: Faults,
  entry: JsonObject = {},
  asks?: ServerAsks,
  hooks: JsonObject = {},
  permissions: JsonObject = {},
  asker?: Asker,
): Promise<ServerSession> {
  const servers = { mcpServers: { f: { ...faultEntry(faults), ...entry } } };
  const opened = await openSessionParts({
    cwd: scratch(),
    settings: {
      sources: [],
      allow: ['mcp__f', 'Glob', 'ListMcpResourcesTool', 'ReadMcpResourceTool', 'ReadMcpResourceDirTool'],
      files: [JSON.stringify({ hooks, permissions })],
    },
    mcp: { configs: [JSON.stringify(servers)], waitsForAll: true, asks },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const { parts } = opened;
  onTestFinished(async () => void (await parts.dispose()));
  const runtime = openRuntime(parts, { asker });
  await parts.begin({});
  const { mcp } = parts;
  if (mcp === undefined) throw new Error('There is no server.');
  let calls = 0;
  const call = async (tool: string, input: JsonObject = {}): Promise<ToolResultEvent> => {
    calls += 1;
    const name = runtime.pool.find(tool) === undefined ? `mcp__f__${tool}` : tool;
    for await (const event of runtime.run([{ id: `call-${calls}`, name, input }]))
      if (event.type === 'tool-result') return event;
    throw new Error(`${tool} has no result.`);
  };
  const text = async (tool: string, input?: JsonObject): Promise<string> => {
    const { content } = (await call(tool, input)).result;
    if (typeof content === 'string') return content;
    return content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('|');
  };
  return { runtime, cwd: parts.cwd, tasks: parts.tasks, mcp, call, text };
}
