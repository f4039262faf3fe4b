import {
  getOwn,
  isCallInquiry,
  isJsonObject,
  type Asker,
  type CallInquiry,
  type InquiryAnswer,
  type ToolPool,
} from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import { parsePermissionResult } from '@sluice/session';

type Environment = Readonly<Record<string, string | undefined>>;

/** Asks a tool of an MCP server instead of the user (`--permission-prompt-tool`). */
interface PromptTool extends Asker {
  /** Waits for its server. Returns a sentence if the tool is unavailable. */
  problem(env: Environment, signal: AbortSignal): Promise<string | undefined>;
}

/** The tool's location, once the session is open. */
interface PromptToolPlace {
  readonly pool: Pick<ToolPool, 'find'>;
  readonly mcp: McpServers | undefined;
}

/** @param name such as `mcp__server__tool` */
export function createPromptTool(name: string, place: () => PromptToolPlace): PromptTool {
  const open = new Map<string, AbortController>();
  return {
    push(inquiry, answer) {
      if (!isCallInquiry(inquiry)) {
        const reason = `${name} answers questions about tool calls only`;
        return answer({ behavior: 'unavailable', reason });
      }
      const controller = new AbortController();
      open.set(inquiry.requestId, controller);
      void ask(name, inquiry, place(), controller.signal).then((given) => {
        if (open.delete(inquiry.requestId)) answer(given);
      });
    },
    remove(requestId) {
      open.get(requestId)?.abort();
      open.delete(requestId);
    },
    // It has been called; a change would come too late for it.
    update() {},
    async problem(env, signal) {
      const { mcp, pool } = place();
      if (serverTool(pool, name) !== undefined) return undefined;
      if (mcp !== undefined) {
        mcp.wake(name);
        const { connectMs } = await import('@sluice/mcp');
        await mcp.settled(connectMs(env), signal);
      }
      if (serverTool(pool, name) !== undefined) return undefined;
      const names = mcp?.status().map((server) => `${server.name} (${server.state})`) ?? [];
      const servers =
        names.length === 0 ? 'There are no MCP servers.' : `The MCP servers are ${names.join(', ')}.`;
      return `--permission-prompt-tool ${name}: no MCP server has this tool. ${servers}`;
    },
  };
}

function serverTool(pool: Pick<ToolPool, 'find'>, name: string) {
  const { annotations = {} } = pool.find(name) ?? {};
  const [server, tool] = [getOwn(annotations, 'mcpServer'), getOwn(annotations, 'mcpTool')];
  return typeof server === 'string' && typeof tool === 'string' ? { server, tool } : undefined;
}

async function ask(
  name: string,
  { toolName, input, callId, askedBy }: CallInquiry,
  { pool, mcp }: PromptToolPlace,
  signal: AbortSignal,
): Promise<InquiryAnswer> {
  const found = serverTool(pool, name);
  const refuse = (reason: string): InquiryAnswer => ({
    behavior: 'unavailable',
    reason: `${name} ${reason}`,
  });
  if (found === undefined || mcp === undefined) return refuse('is no longer there');
  const question = { tool_name: toolName, input, tool_use_id: callId };
  const answer = await mcp.call({ ...found, input: question, signal });
  if (answer.status !== 'result')
    return refuse(`did not respond (${answer.status === 'error' ? answer.message : answer.status})`);
  const parsed = parsePermissionResult(textOf(answer.result));
  if (!parsed.ok) return refuse(`returned an invalid answer (${parsed.message})`);
  // What a tool wants to show to the user is for the user.
  if (parsed.answer.behavior === 'allow' && askedBy === 'tool')
    return refuse("can't answer for a person, which this tool requires");
  return parsed.answer;
}

/** A single text block that contains JSON. */
function textOf(result: object): unknown {
  const content = getOwn(result, 'content');
  const [first]: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = isJsonObject(first) ? getOwn(first, 'text') : undefined;
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
