import { present } from '@sluice/base';
import { getOwn, isJsonObject, ruleText, type ToolPool } from '@sluice/core';
import type { HandlerRunners } from '@sluice/hooks';
import { createAjvValidator } from '@sluice/host';
import { searchThreshold, stateDirectory } from '@sluice/agent';
import type { AskModel, ConfiguredServer, McpServers } from '@sluice/mcp';
import type { ProcessSession } from '@sluice/process';
import type { AgentFileServers } from '@sluice/mcp/config';
import { findRepository, type CommandSecrets, type LoadedSettings } from '@sluice/settings';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { McpOptions } from '../options/mcp-options.ts';
import type { SessionPartsOptions } from '../options/session-parts-options.ts';
import type { SessionTelemetry } from '../telemetry/session-telemetry.ts';
import type { TaskRegistry } from '@sluice/tools';
import { applyToolPolicies } from './apply-tool-policies.ts';
import { callBackground } from './call-background.ts';
import { reportMissingServers } from './report-missing-servers.ts';
import { showServerImage } from './show-server-image.ts';

export interface OpenMcpContext {
  readonly cwd: string;
  readonly permission: LocalPermission;
  readonly processes: ProcessSession;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: CommandSecrets;
  readonly pool: ToolPool;
  readonly telemetry: Pick<SessionTelemetry, 'traceparent'> | undefined;
  readonly tasks: TaskRegistry;
  /** Answers what servers ask of the model. Undefined: the session has none. */
  readonly askModel: AskModel | undefined;
  /** Absolute; not exposed to servers as a root. */
  readonly resultsDirectory: string;
}

export type FoundMcpServers =
  | {
      readonly ok: true;
      readonly servers: readonly ConfiguredServer[];
      /** For the user, one line each. */
      readonly notices: readonly string[];
      /** Files that may name other servers later. */
      readonly watched: readonly string[];
    }
  /** Invalid command-line options. */
  | { readonly ok: false; readonly message: string };

/** Which servers are looked for. */
type FindMcpOptions = McpOptions & { readonly agentFile?: AgentFileServers | undefined };

/** The servers in files and flags. Loads the package only if there is one. Starts nothing. */
export async function findMcpServers(
  { mcp, settings }: Pick<SessionPartsOptions, 'settings'> & { readonly mcp?: FindMcpOptions | undefined },
  { cwd, permission, env }: Pick<OpenMcpContext, 'cwd' | 'permission' | 'env'>,
  loaded: LoadedSettings = permission.loaded,
): Promise<FoundMcpServers> {
  if (mcp === undefined) return { ok: true, servers: [], notices: [], watched: [] };
  const { clientServer, findServers, watchedServerFiles, withClientServers } =
    await import('@sluice/mcp/config');
  const options = {
    cwd,
    home: loaded.home,
    env,
    startEnv: process.env,
    trustRoot: loaded.trustRoot,
    isTrusted: loaded.isTrusted,
    flags: mcp.configs ?? [],
    plugins: mcp.plugins,
    agentFile: mcp.agentFile,
    isStrict: mcp.isStrict === true,
    sources: settings?.sources,
    setting: loaded.setting,
    ...present({ managedDirectories: settings?.managedDirectories }),
  };
  const found = findServers(options);
  const { problems, errors } = found;
  if (errors.length > 0) return { ok: false, message: errors.join('\n') };
  const ofClient = mcp.clientServers ?? new Map();
  const ofFiles = found.servers.filter(
    ({ name }) => mcp.only?.includes(name) !== false && mcp.except?.includes(name) !== true,
  );
  const clients = [...ofClient].map(([name, channel]) => clientServer(name, channel, loaded.setting));
  const servers = withClientServers({ ...found, servers: ofFiles }, clients);
  const notices = [...problems, ...servers.flatMap(noticesOf)];
  return { ok: true, servers, notices, watched: watchedServerFiles(options) };
}

function noticesOf({ name, start, notices }: ConfiguredServer): readonly string[] {
  const shown = `The MCP server ${JSON.stringify(name)}`;
  switch (start.status) {
    case 'ready':
      return notices.map((notice) => `${shown}: ${notice}`);
    case 'disabled':
      return [];
    case 'pending-approval':
    case 'failed':
      return [`${shown} was not started. ${start.reason}`];
    default:
      return start satisfies never;
  }
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Connects to servers in the background. Undefined: there are none. */
export async function openMcp(
  servers: readonly ConfiguredServer[],
  options: McpOptions,
  {
    cwd,
    permission,
    processes,
    env,
    secrets,
    pool,
    resultsDirectory,
    telemetry,
    tasks,
    askModel,
  }: OpenMcpContext,
): Promise<McpServers | undefined> {
  if (servers.length === 0) return undefined;
  const { openMcpServers } = await import('@sluice/mcp');
  await applyToolPolicies(servers, { state: permission.state });
  const hidden = [...secrets.hiddenVariables, ...secrets.maskedVariables.keys()];
  const roots = (): readonly string[] =>
    [...new Set([cwd, ...permission.state.current().workingDirectories])].filter(
      (path) => path !== resultsDirectory,
    );
  const outside = TRACEPARENT.test(env['TRACEPARENT'] ?? '') ? env['TRACEPARENT'] : undefined;
  const opened = openMcpServers({
    servers,
    pool,
    processes,
    cwd,
    projectRoot: findRepository(cwd)?.root ?? permission.loaded.trustRoot,
    env,
    credentials: new Set(hidden),
    stateDirectory: stateDirectory(process.env),
    credentialCommand: permission.loaded.setting('mcp.credentialCommand')?.value,
    validator: createAjvValidator(),
    isDeferred: true,
    waitsForAll: options.waitsForAll === true,
    clientInfo: { name: 'sluice', version: options.version ?? '' },
    client: { roots, asks: options.asks, askModel },
    background: callBackground(tasks, env, options.backgroundAfterMs),
    showImage: showServerImage,
    denyingRule(tool) {
      const rule = permission.policy.deniesTool(tool, permission.state.current());
      return rule && ruleText(rule);
    },
    askingRule: ({ name }) =>
      permission.policy.rulesOf(permission.state.current()).forTool('ask', [name])?.text,
    reconnectCommand: options.reconnectCommand,
    // Without telemetry of our own, servers join the trace that this program is part of.
    traceparent: (callId) => telemetry?.traceparent(callId) ?? outside,
  });
  if (options.onMissing !== undefined) {
    const loadsAll =
      permission.loaded.setting('toolLoading')?.value === 'off' ||
      searchThreshold(env['ENABLE_TOOL_SEARCH']) === 'never';
    reportMissingServers(servers, opened, options.onMissing, { loadsAll });
  }
  let told = roots().join('\0');
  permission.state.onChange(() => {
    const now = roots().join('\0');
    if (now !== told) opened.rootsChanged();
    told = now;
  });
  return opened;
}

/** Milliseconds that a hook waits for its server to connect. */
const HOOK_WAIT_MS = 5_000;

/** Runs hooks of type `mcp_tool`. A throw means that the hook failed. */
export function mcpToolRunner(servers: () => McpServers | undefined): NonNullable<HandlerRunners['mcpTool']> {
  return async (call) => {
    const answer = await servers()?.call(call, HOOK_WAIT_MS);
    if (answer === undefined) throw new Error('There are no MCP servers.');
    if (answer.status !== 'result') {
      const reason =
        answer.status === 'error' ? answer.message : 'reason' in answer ? answer.reason : answer.status;
      throw new Error(`The MCP server ${call.server} did not respond: ${reason}`);
    }
    const content = getOwn(answer.result, 'content');
    const items: readonly unknown[] = Array.isArray(content) ? content : [];
    const texts = items.map((item) => (isJsonObject(item) ? getOwn(item, 'text') : undefined));
    return {
      text: texts.filter((text) => typeof text === 'string').join('\n'),
      isError: getOwn(answer.result, 'isError') === true,
    };
  };
}
