import { getOwn, isJsonObject, type AnyTool, type JsonObject } from '@sluice/core';
import type { PeerAnswer } from '@sluice/mcp';
import type { AssembledAgent } from '@sluice/session/agent';
import type { McpAnswer } from './mcp-requests.ts';

type Agent = Pick<AssembledAgent, 'parts' | 'runtime'>;

/** How long a call waits for a server that still connects. */
const CONNECT_MS = 30_000;
const DEFAULT_MS = 120_000;
const [MIN_MS, MAX_MS] = [1_000, 600_000];
/** Characters of a result as JSON, as the protocol has it. */
const MAX_CHARS = 10_485_760;

/**
 * The request `mcp_call`: a tool of a server, called by the client rather than by the model. The client is trusted, so no one is asked; a
 * tool that a rule denies is not called, and neither is one that has changed since the request came. The result is the server's own, with nothing left out, up to 10,485,760 characters.
 */
export async function callMcpTool(agent: Agent, request: object): Promise<McpAnswer> {
  const [name, given, input] = ['tool', 'timeout_ms', 'arguments'].map((key) => getOwn(request, key));
  const beyond = ['input_files', 'output_files', 'expires_at'].find(
    (key) => getOwn(request, key) !== undefined,
  );
  if (beyond !== undefined) return { ok: false, error: `"${beyond}" of mcp_call is not supported.` };
  if (getOwn(request, 'check_permissions') === true)
    return { ok: false, error: 'The tool did not run: "check_permissions" of mcp_call is not supported.' };
  if (typeof name !== 'string') return { ok: false, error: '"tool" must be a name like mcp__server__tool.' };
  if (input !== undefined && !isJsonObject(input))
    return { ok: false, error: '"arguments" must be an object.' };
  const tool = agent.runtime.pool.find(name);
  const target = tool && targetOf(tool);
  if (tool === undefined || target === undefined)
    return {
      ok: false,
      error: `There is no tool ${JSON.stringify(name)} of an MCP server that is connected.`,
    };
  const problem = refusal(agent, target.server, [tool]);
  if (problem !== undefined) return { ok: false, error: problem };
  const timeoutMs = typeof given === 'number' ? Math.min(Math.max(given, MIN_MS), MAX_MS) : DEFAULT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  const call = { ...target, input: input ?? {}, signal, isOnlyAsKnown: true };
  const answer = await agent.parts.mcp?.call(call, CONNECT_MS);
  return answer?.status === 'aborted'
    ? { ok: false, error: `${name} had no result after ${timeoutMs / 1000} s.` }
    : answerOf(name, answer);
}

/** The request `mcp_read_resource`: a page (`ui://`) that a server offers for its tools. */
export async function readMcpResource(agent: Agent, request: object): Promise<McpAnswer> {
  const [server, uri] = [getOwn(request, 'serverName'), getOwn(request, 'uri')];
  if (typeof server !== 'string')
    return { ok: false, error: '"serverName" must be the name of an MCP server.' };
  if (typeof uri !== 'string' || !uri.startsWith('ui://'))
    return {
      ok: false,
      error: '"uri" must be a text that begins with ui://. The model reads other resources.',
    };
  const problem = refusal(agent, server, []);
  if (problem !== undefined) return { ok: false, error: problem };
  const signal = AbortSignal.timeout(DEFAULT_MS);
  return answerOf(uri, await agent.parts.mcp?.readResource({ server, uri, signal }, CONNECT_MS));
}

/** Why the client can't use the server, or one of its tools. */
function refusal({ parts, runtime }: Agent, name: string, tools: readonly AnyTool[]): string | undefined {
  if (parts.mcp?.status().some((server) => server.name === name) !== true)
    return `There is no MCP server ${JSON.stringify(name)}.`;
  const denied = tools.find((tool) => runtime.agent.deniesTool(tool));
  return denied && `A permission rule denies ${denied.name}.`;
}

function targetOf({ annotations }: AnyTool): { readonly server: string; readonly tool: string } | undefined {
  const [server, tool] = [getOwn(annotations, 'mcpServer'), getOwn(annotations, 'mcpTool')];
  return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : undefined;
}

function answerOf(what: string, answer: PeerAnswer | undefined): McpAnswer {
  switch (answer?.status) {
    case 'result':
      return bounded(what, answer.result);
    case 'error':
      return { ok: false, error: `${what}: ${answer.message} (${answer.code})` };
    case 'timed-out':
      return { ok: false, error: `${what} did not respond within ${answer.afterMs / 1000} s.` };
    case 'lost':
    case 'closed':
      return { ok: false, error: `${what}: ${answer.reason}` };
    default:
      return { ok: false, error: `${what} was not answered.` };
  }
}

function bounded(what: string, result: JsonObject): McpAnswer {
  const { length } = JSON.stringify(result);
  if (length <= MAX_CHARS) return { ok: true, response: result };
  return {
    ok: false,
    error: `The result of ${what} has ${length} characters; the limit is ${MAX_CHARS}.`,
  };
}
