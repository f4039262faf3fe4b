import {
  defineTool,
  fail,
  getOwn,
  isJsonObject,
  readNamed,
  type AnyTool,
  type CallContext,
  type JsonObject,
  type ToolResult,
} from '@sluice/core';
import type { McpConnection } from './connection.ts';
import { answerText, listPages } from './list-pages.ts';
import { outputToModel } from './output-to-model.ts';
import type { PeerAnswer, RequestOptions } from './peer.ts';
import { readResource } from './read-result.ts';
import type { McpToolOutput } from './tool-output.ts';

/** A server that has resources. */
export interface ResourceServer {
  readonly name: string;
  /** Never rejects. */
  request(
    method: string,
    params: JsonObject,
    options: RequestOptions & { readonly signal: AbortSignal },
  ): Promise<PeerAnswer>;
}

/** One resource of a server. */
interface ListedResource {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
}

const TIMEOUT_MS = 60_000;

const LIST_INPUT = {
  type: 'object',
  properties: { server: { type: 'string', description: 'Name of the MCP server. Default: all.' } },
  additionalProperties: false,
} as const;

const READ_INPUT = {
  type: 'object',
  properties: {
    server: { type: 'string', description: 'Name of the MCP server.' },
    uri: { type: 'string', description: 'URI of the resource.' },
  },
  required: ['server', 'uri'],
  additionalProperties: false,
} as const;

/** Tools that list and read the resources of servers. They are in the pool while a server has some. */
export function resourceTools(
  servers: () => readonly ResourceServer[],
  isDeferred: boolean,
): readonly AnyTool[] {
  const common = {
    isDeferred,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [readNamed('mcp-resources')],
  };
  return [
    defineTool({
      ...common,
      name: 'ListMcpResourcesTool',
      description: 'Lists the resources that MCP servers offer: each with its server and URI.',
      searchHint: 'MCP resources, list what servers offer',
      inputSchema: LIST_INPUT,
      call: (input, { signal }) => list(servers(), textIn(input, 'server'), signal),
      toModel: (found) => (found.length === 0 ? 'No resources.' : JSON.stringify(found)),
      summarize: (input) => `List resources of ${textIn(input, 'server') ?? 'all MCP servers'}`,
    }),
    defineTool({
      ...common,
      name: 'ReadMcpResourceTool',
      description: 'Reads a resource of an MCP server, by its URI.',
      searchHint: 'MCP resource, read by URI',
      inputSchema: READ_INPUT,
      call: (input, context) =>
        read(servers(), textIn(input, 'server') ?? '', textIn(input, 'uri') ?? '', context),
      toModel: outputToModel,
      summarize: (input) =>
        `Read ${textIn(input, 'uri') ?? ''} of the MCP server ${textIn(input, 'server') ?? ''}`,
    }),
  ];
}

async function list(
  servers: readonly ResourceServer[],
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ToolResult<readonly ListedResource[]>> {
  const chosen = servers.filter(({ name }) => wanted === undefined || name === wanted);
  if (wanted !== undefined && chosen.length === 0)
    return fail('unknown-server', unknownServer(wanted, servers));
  const lists = await Promise.all(
    chosen.map(async (server): Promise<readonly ListedResource[]> => {
      const connection: Pick<McpConnection, 'request'> = {
        request: (method, params, options = {}) => server.request(method, params, { ...options, signal }),
      };
      const { items } = await listPages(connection, 'resources/list', 'resources', { timeoutMs: TIMEOUT_MS });
      return items.filter(isJsonObject).flatMap((item) => readListed(server.name, item));
    }),
  );
  return { data: lists.flat() };
}

function readListed(server: string, item: JsonObject): readonly ListedResource[] {
  const uri = textIn(item, 'uri');
  if (uri === undefined) return [];
  const [description, mimeType] = [textIn(item, 'description'), textIn(item, 'mimeType')];
  return [
    {
      server,
      uri,
      name: textIn(item, 'title') ?? textIn(item, 'name') ?? uri,
      ...(description !== undefined && { description }),
      ...(mimeType !== undefined && { mimeType }),
    },
  ];
}

async function read(
  servers: readonly ResourceServer[],
  wanted: string,
  uri: string,
  { signal, captureFile }: CallContext,
): Promise<ToolResult<McpToolOutput>> {
  const server = servers.find(({ name }) => name === wanted);
  if (server === undefined) return fail('unknown-server', unknownServer(wanted, servers));
  const answer = await server.request('resources/read', { uri }, { signal, timeoutMs: TIMEOUT_MS });
  if (answer.status !== 'result')
    return fail(
      'unreadable',
      `${uri} could not be read from the MCP server ${wanted}: ${answerText(answer)}`,
    );
  const contents = getOwn(answer.result, 'contents');
  const items: readonly unknown[] = Array.isArray(contents) ? contents : [];
  return { data: { content: items.filter(isJsonObject).map((item) => readResource(item, captureFile)) } };
}

function unknownServer(name: string, servers: readonly ResourceServer[]): string {
  const names = servers.map((server) => server.name).join(', ');
  return `No MCP server ${JSON.stringify(name)} offers resources. Servers that do: ${names === '' ? 'none' : names}.`;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}
