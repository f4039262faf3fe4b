import { nearestName, shellWord } from '@sluice/base';
import {
  getOwn,
  isJsonObject,
  sanitizeLines,
  textOf,
  type AnyTool,
  type JsonObject,
  type RunEvent,
} from '@sluice/core';
import { openLocalRuntime, type LocalRuntime, type LocalRuntimeOptions } from '@sluice/session';
import { keptText } from '../../exec/kept-text.ts';
import { outcomeFields } from '../../exec/output/outcome-fields.ts';
import { openPrompts } from '../../exec/permission/open-prompts.ts';
import { followStopping } from '../../stop/follow-stopping.ts';
import { createStop, SIGNAL_STATUS } from '../../stop/stop.ts';
import { watchSignals } from '../../stop/watch-signals.ts';
import { printAll } from '../../print.ts';
import { sayAs } from '../../say.ts';
import type { McpFlags } from '../../mcp-flags.ts';
import type { PermissionOptions } from '../../permission/permission-options.ts';
import { placeOf } from '../../settings-place.ts';
import { findOwnServers } from '../find-own-servers.ts';
import { unknownServer } from '../look/get-command.ts';
import { telemetryOf } from '../../telemetry.ts';
import { jsonText } from '../../json-text.ts';

/** The user's call, and the options it runs with. */
export interface CallRequest {
  readonly server: string;
  /** The server's own name for it, or the model's. */
  readonly tool: string;
  readonly input: JsonObject;
  readonly isJson: boolean;
  readonly mcp: McpFlags;
  readonly permission: PermissionOptions;
  /** Absolute. */
  readonly cwd: string;
}

const say = sayAs('sluice mcp call');
const CALL_ID = 'call';
const FAILED = 1;

type Result = Extract<RunEvent, { readonly type: 'tool-result' }>;

/** Starts the server and calls its tool as a model would: with rules, hooks, limits and the journal. */
export async function runCall(request: CallRequest, version: string): Promise<number> {
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const row = followStopping(stop, { say, command: 'sluice mcp call' });
  const prompts = openPrompts(undefined, false, say);
  if ('problem' in prompts) throw new Error(prompts.problem);
  const { asker } = prompts;
  const asks = asker && { asker, kinds: ['url'] as const };
  let isMissing = false;
  const onMissing = (text: string): void => {
    isMissing = true;
    say(text);
  };
  const options: LocalRuntimeOptions = {
    cwd: request.cwd,
    settings: request.permission.settings,
    permissionMode: request.permission.permissionMode,
    asker,
    remedy: 'Allow it with a rule (--allow RULE, or permissions.allow in a settings file).',
    onUnkept: say,
    mcp: { ...request.mcp, only: [request.server], waitsForAll: true, onMissing, asks, version },
    signal: stop.signal,
    onProcesses: row.follow,
    telemetry: telemetryOf(process.env, say, version),
  };
  try {
    const opened = await openLocalRuntime(options);
    if (!opened.ok) {
      for (const text of opened.error.message.split('\n')) say(text);
      return FAILED;
    }
    await using runtime = opened.runtime;
    for (const notice of runtime.notices) say(notice);
    const result = await callIn(
      runtime,
      request,
      () => isMissing,
      (interrupt) => stop.onStop(interrupt),
    );
    const { keptResults } = await runtime.dispose();
    if (keptResults !== undefined) say(keptText(keptResults, runtime.tasks.list()));
    if (stop.cause?.kind === 'signal') return SIGNAL_STATUS[stop.cause.signal];
    return result === undefined ? FAILED : await show(result, request.isJson);
  } finally {
    prompts.close();
    row.close();
    unwatch();
  }
}

/**
 * Undefined: there is no such tool, which was reported.
 * @param isMissing that the server can't be used was reported
 */
async function callIn(
  runtime: LocalRuntime,
  request: CallRequest,
  isMissing: () => boolean,
  onStop: (interrupt: () => void) => void,
): Promise<Result | undefined> {
  const { server, tool, input } = request;
  const offered = runtime.pool.tools.filter(({ annotations }) => getOwn(annotations, 'mcpServer') === server);
  const found = offered.find((one) => one.name === tool || ownName(one) === tool);
  if (found === undefined) {
    const named = offered.filter((one) => !runtime.agent.deniesTool(one));
    if (offered.length > 0) say(unknownTool(server, tool, named.map(ownName)));
    else if (!isMissing()) say(noTools(request));
    return undefined;
  }
  const run = runtime.run([{ id: CALL_ID, name: found.name, input }]);
  onStop(() => run.interrupt('user-cancel'));
  let result: Result | undefined;
  for await (const event of run) if (event.type === 'tool-result') result = event;
  return result;
}

async function show({ result, outcome, metadata, clientView }: Result, isJson: boolean): Promise<number> {
  const isError = outcome.code !== 'ok';
  const { content } = result;
  const structuredContent = isJsonObject(clientView) ? getOwn(clientView, 'structuredContent') : undefined;
  if (isJson) {
    const value = { is_error: isError, ...outcomeFields(outcome), content, structuredContent, metadata };
    return (await printAll(jsonText(value))) || (isError ? FAILED : 0);
  }
  const images = typeof content === 'string' ? [] : content.filter(({ type }) => type === 'image');
  const text = [textOf(content), ...images.map(() => '[image: --json shows it]')]
    .filter((one) => one !== '')
    .join('\n');
  if (!isError) return printAll(`${sanitizeLines(text)}\n`);
  process.stderr.write(`${sanitizeLines(text)}\n`);
  return FAILED;
}

function ownName(tool: AnyTool): string {
  const own = getOwn(tool.annotations, 'mcpTool');
  return typeof own === 'string' ? own : tool.name;
}

function noTools({ server, cwd, mcp }: CallRequest): string {
  const placed = placeOf(cwd);
  const names = placed.ok ? findOwnServers(placed.place, mcp, undefined).servers.map(({ name }) => name) : [];
  if (!names.includes(server)) return unknownServer(server, names);
  return `The MCP server ${JSON.stringify(server)} offers no tools. To see why, run: sluice mcp get ${shellWord(server)}`;
}

function unknownTool(server: string, tool: string, names: readonly string[]): string {
  const near = nearestName(tool, names);
  const hint =
    near === undefined
      ? `To see its tools, run: sluice mcp tools ${shellWord(server)}`
      : `Did you mean ${near}?`;
  return `The MCP server ${JSON.stringify(server)} has no tool ${JSON.stringify(tool)}. ${hint}`;
}
