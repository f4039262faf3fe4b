import {
  defineTool,
  escapeMark,
  fail,
  getOwn,
  isJsonObject,
  readNamed,
  type AnyTool,
  type CallContext,
  type CheckContext,
  type JsonObject,
  type ToolPermission,
  type ToolResult,
} from '@sluice/core';
import { answerText, listPages } from '../list-pages.ts';
import { listDirectory } from './resource-directory.ts';
import { readListed, type ListedResource } from './listed-resource.ts';
import { outputToModel } from '../results/output-to-model.ts';
import type { PeerAnswer, RequestOptions } from '../peer.ts';
import { readResource } from '../results/read-result.ts';
import { limitFiles } from '../results/store-bytes.ts';
import type { McpToolOutput, OutputItem } from '../results/tool-output.ts';
import { ITEM_TIMEOUT_MS } from '../server-limits.ts';

/** A server that has resources. */
export interface ResourceServer {
  readonly name: string;
  /** What it declared; undefined: it was never connected. */
  readonly capabilities: JsonObject | undefined;
  /** Never rejects. */
  request(
    method: string,
    params: JsonObject,
    options: RequestOptions & { readonly signal: AbortSignal },
  ): Promise<PeerAnswer>;
}

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

const DIRECTORY_INPUT = {
  ...READ_INPUT,
  properties: { ...READ_INPUT.properties, uri: { type: 'string', description: 'URI of the directory.' } },
} as const;

/**
 * Tools that list and read the resources of servers. They are in the pool while a server has some.
 * @param askingRule the rule that asks about everything of a server, as text
 */
export function resourceTools(
  servers: () => readonly ResourceServer[],
  isDeferred: boolean,
  askingRule: (server: string) => string | undefined = () => undefined,
): readonly AnyTool[] {
  const byRules = (names: readonly string[]): ToolPermission => {
    for (const name of names) {
      const rule = askingRule(name);
      if (rule !== undefined)
        return { behavior: 'ask', message: `the rule ${rule} asks about the MCP server ${name}` };
    }
    return { behavior: 'passthrough' };
  };
  const beforeReading = async (input: JsonObject, context: CheckContext): Promise<ToolPermission> => {
    const [name = '', uri = ''] = [textIn(input, 'server'), textIn(input, 'uri')];
    const ruled = byRules([name]);
    const server = servers().find((one) => one.name === name);
    if (ruled.behavior === 'ask' || context.permission.mode !== 'plan' || server === undefined) return ruled;
    const listed = await listResources([server], context.signal);
    if (listed.some((one) => isWithin(one.uri, uri))) return ruled;
    const message = `in plan mode, only resources that the MCP server ${name} lists are read without asking`;
    return { behavior: 'ask', message };
  };
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
      description: 'Lists the resources that MCP servers offer, each with its server and URI.',
      searchHint: 'MCP resources, list what servers offer',
      inputSchema: LIST_INPUT,
      checkPermissions: (input) => {
        const wanted = textIn(input, 'server');
        return byRules(wanted === undefined ? servers().map(({ name }) => name) : [wanted]);
      },
      call: (input, { signal }) => list(servers(), textIn(input, 'server'), signal),
      toModel: (found) => (found.length === 0 ? 'No resources.' : escapeMark(JSON.stringify(found))),
      displayName: () => 'List MCP resources',
      summarize: (input) => `of ${textIn(input, 'server') ?? 'all servers'}`,
    }),
    defineTool({
      ...common,
      name: 'ReadMcpResourceTool',
      description: 'Reads a resource of an MCP server, by its URI.',
      searchHint: 'MCP resource, read by URI',
      inputSchema: READ_INPUT,
      checkPermissions: beforeReading,
      call: (input, context) =>
        read(servers(), textIn(input, 'server') ?? '', textIn(input, 'uri') ?? '', context),
      toModel: outputToModel,
      toClient: ({ content }) => ({ contents: content.map(contentForClient) }),
      displayName: () => 'Read MCP resource',
      summarize: (input) => `${textIn(input, 'uri') ?? ''} of ${textIn(input, 'server') ?? ''}`,
    }),
    defineTool({
      ...common,
      name: 'ReadMcpResourceDirTool',
      description:
        'Lists the direct children of a directory among the resources of an MCP server. Directories have the MIME type inode/directory.',
      searchHint: 'MCP resource directory, list its children',
      inputSchema: DIRECTORY_INPUT,
      checkPermissions: beforeReading,
      call: (input, { signal }) =>
        readDirectory(servers(), textIn(input, 'server') ?? '', textIn(input, 'uri') ?? '', signal),
      toModel: (found) => (found.length === 0 ? 'It has no children.' : escapeMark(JSON.stringify(found))),
      displayName: () => 'List MCP directory',
      summarize: (input) => `${textIn(input, 'uri') ?? ''} of ${textIn(input, 'server') ?? ''}`,
    }),
  ];
}

/** A part of a resource in the terms of clients. */
function contentForClient(item: OutputItem): object {
  switch (item.type) {
    case 'resource':
      return { uri: item.uri, mimeType: item.mimeType, text: item.text };
    case 'file':
      return { uri: item.uri ?? '', mimeType: item.mimeType, blobSavedTo: item.path };
    default:
      return item;
  }
}

/** Whether a listed resource is the one that is asked for, or lies below it. */
function isWithin(listed: string, asked: string): boolean {
  return listed === asked || listed.startsWith(asked.endsWith('/') ? asked : `${asked}/`);
}

async function list(
  servers: readonly ResourceServer[],
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<ToolResult<readonly ListedResource[]>> {
  const chosen = servers.filter(({ name }) => wanted === undefined || name === wanted);
  if (wanted !== undefined && chosen.length === 0)
    return fail('unknown-server', unknownServer(wanted, servers));
  return { data: await listResources(chosen, signal) };
}

/** What servers offer now, in the order of the servers. Of one that does not answer: nothing. */
export async function listResources(
  servers: readonly ResourceServer[],
  signal: AbortSignal,
): Promise<readonly ListedResource[]> {
  const lists = await Promise.all(
    servers.map(async (server): Promise<readonly ListedResource[]> => {
      const { items } = await listPages(server, 'resources/list', 'resources', {
        timeoutMs: ITEM_TIMEOUT_MS,
        signal,
      });
      return items.filter(isJsonObject).flatMap((item) => readListed(server.name, item));
    }),
  );
  return lists.flat();
}

async function read(
  servers: readonly ResourceServer[],
  wanted: string,
  uri: string,
  { signal, captureFile }: CallContext,
): Promise<ToolResult<McpToolOutput>> {
  const server = servers.find(({ name }) => name === wanted);
  if (server === undefined) return fail('unknown-server', unknownServer(wanted, servers));
  const answer = await server.request('resources/read', { uri }, { signal, timeoutMs: ITEM_TIMEOUT_MS });
  if (answer.status !== 'result')
    return fail(
      'unreadable',
      `${uri} could not be read from the MCP server ${wanted}: ${answerText(answer)}`,
    );
  const contents = getOwn(answer.result, 'contents');
  const items: readonly unknown[] = Array.isArray(contents) ? contents : [];
  const files = limitFiles(captureFile);
  return { data: { content: items.filter(isJsonObject).map((item) => readResource(item, files)) } };
}

async function readDirectory(
  servers: readonly ResourceServer[],
  wanted: string,
  uri: string,
  signal: AbortSignal,
): Promise<ToolResult<readonly ListedResource[]>> {
  const server = servers.find(({ name }) => name === wanted);
  if (server === undefined) return fail('unknown-server', unknownServer(wanted, servers));
  const { children, problem } = await listDirectory(server, uri, { timeoutMs: ITEM_TIMEOUT_MS, signal });
  return problem === undefined
    ? { data: children }
    : fail('unreadable', `${uri} of the MCP server ${wanted} can't be listed: ${problem}`);
}

function unknownServer(name: string, servers: readonly ResourceServer[]): string {
  const names = servers.map((server) => server.name).join(', ');
  return `No MCP server ${JSON.stringify(name)} offers resources. Servers that do: ${names === '' ? 'none' : names}.`;
}

function textIn(object: JsonObject, key: string): string | undefined {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : undefined;
}
