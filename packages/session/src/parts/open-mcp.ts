import { getOwn, isJsonObject, type ToolPool } from '@sluice/core';
import type { HandlerRunners } from '@sluice/hooks';
import { createAjvValidator } from '@sluice/host';
import { stateDirectory } from '@sluice/agent';
import type { ConfiguredServer, McpServers, ServerAsks } from '@sluice/mcp';
import type { ProcessSession } from '@sluice/process';
import { findRepository, type CommandSecrets } from '@sluice/settings';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { SessionPartsOptions } from './session-parts-options.ts';

/** Which MCP servers a session has. */
export interface McpOptions {
  /** Paths or JSON texts, as given to `--mcp-config`; the later goes above the earlier. */
  readonly configs?: readonly string[] | undefined;
  /** Only those, and a policy's servers. */
  readonly isStrict?: boolean | undefined;
  /** The session begins when every server is connected or has failed. Default: after a few seconds at most. */
  readonly waitsForAll?: boolean | undefined;
  /** Of the program, as servers are told. */
  readonly version?: string | undefined;
  /** Who answers what servers ask, and which kinds of questions it can show. Default: no one, and servers are told so. */
  readonly asks?: ServerAsks | undefined;
}

export interface OpenMcpContext {
  readonly cwd: string;
  readonly permission: LocalPermission;
  readonly processes: ProcessSession;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: CommandSecrets;
  readonly pool: ToolPool;
  /** Absolute: no root of servers. */
  readonly resultsDirectory: string;
}

export type FoundMcpServers =
  | {
      readonly ok: true;
      readonly servers: readonly ConfiguredServer[];
      /** For a person, a line each. */
      readonly notices: readonly string[];
    }
  /** What was given on the command line can't be used. */
  | { readonly ok: false; readonly message: string };

/** The servers that files and flags name; the package is loaded only where there is one. Starts nothing. */
export async function findMcpServers(
  { mcp, settings }: Pick<SessionPartsOptions, 'mcp' | 'settings'>,
  { cwd, permission, env }: Pick<OpenMcpContext, 'cwd' | 'permission' | 'env'>,
): Promise<FoundMcpServers> {
  if (mcp === undefined) return { ok: true, servers: [], notices: [] };
  const { findServers } = await import('@sluice/mcp/config');
  const { loaded } = permission;
  const { servers, problems, errors } = findServers({
    cwd,
    home: loaded.home,
    env,
    startEnv: process.env,
    trustRoot: loaded.trustRoot,
    flags: mcp.configs ?? [],
    isStrict: mcp.isStrict === true,
    sources: settings?.sources,
    setting: loaded.setting,
    ...(settings?.managedDirectories !== undefined && { managedDirectories: settings.managedDirectories }),
  });
  if (errors.length > 0) return { ok: false, message: errors.join('\n') };
  return { ok: true, servers, notices: [...problems, ...servers.flatMap(noticesOf)] };
}

function noticesOf({ name, start, notices }: ConfiguredServer): readonly string[] {
  const shown = `The MCP server ${JSON.stringify(name)}`;
  const own = notices.map((notice) => `${shown}: ${notice}`);
  // What a person has switched off needs no word.
  if (start.status === 'ready' || start.status === 'disabled') return own;
  return [...own, `${shown} was not started. ${start.reason}`];
}

/** Connects to servers in the background. Undefined: there are none. */
export async function openMcp(
  servers: readonly ConfiguredServer[],
  options: McpOptions,
  { cwd, permission, processes, env, secrets, pool, resultsDirectory }: OpenMcpContext,
): Promise<McpServers | undefined> {
  if (servers.length === 0) return undefined;
  const { openMcpServers } = await import('@sluice/mcp');
  const hidden = [...secrets.hiddenVariables, ...secrets.maskedVariables.keys()];
  const roots = (): readonly string[] =>
    [...new Set([cwd, ...permission.state.current().workingDirectories])].filter(
      (path) => path !== resultsDirectory,
    );
  const opened = openMcpServers({
    servers,
    pool,
    processes,
    cwd,
    projectRoot: findRepository(cwd)?.root ?? permission.loaded.trustRoot,
    env,
    credentials: new Set(hidden),
    stateDirectory: stateDirectory(process.env),
    validator: createAjvValidator(),
    isDeferred: true,
    waitsForAll: options.waitsForAll === true,
    clientInfo: { name: 'sluice', version: options.version ?? '' },
    client: { roots, asks: options.asks },
  });
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

/** Runs hooks of the type `mcp_tool`. A throw is a hook that has failed. */
export function mcpToolRunner(servers: () => McpServers | undefined): NonNullable<HandlerRunners['mcpTool']> {
  return async (call) => {
    const answer = await servers()?.call(call, HOOK_WAIT_MS);
    if (answer === undefined) throw new Error('There are no MCP servers.');
    if (answer.status !== 'result') {
      const reason =
        answer.status === 'error' ? answer.message : 'reason' in answer ? answer.reason : answer.status;
      throw new Error(`The MCP server ${call.server} has not answered: ${reason}`);
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
