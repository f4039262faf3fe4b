import { createPermissionState, createPolicy, ruleText, type AnyTool, type ToolPool } from '@sluice/core';
import { createAjvValidator, createNodeFiles } from '@sluice/host';
import { stateDirectory } from '@sluice/agent';
import { openMcpServers, type ConfiguredServer, type McpServerStatus } from '@sluice/mcp';
import { createProcessSession } from '@sluice/process';
import { commandSecrets, findRepository, permissionStart, type LoadedSettings } from '@sluice/settings';
import type { OwnServers } from '../find-own-servers.ts';

const SILENT = 'It did not respond in time. If it starts slowly, raise MCP_TIMEOUT (milliseconds).';

const NO_POOL = { update() {}, updateAll() {} };

export interface ConnectServersOptions {
  /** Gets their tools. Default: nothing does. */
  readonly pool?: Pick<ToolPool, 'update' | 'updateAll'>;
  /** Without the logins that are kept, and without `mcp.credentialCommand`. Default false. */
  readonly isAnonymous?: boolean;
}

/** Connects to servers, and disconnects. */
export async function connectServers(
  servers: readonly ConfiguredServer[],
  { loaded, env }: Pick<OwnServers, 'loaded' | 'env'>,
  version: string,
  { pool = NO_POOL, isAnonymous = false }: ConnectServersOptions = {},
): Promise<readonly McpServerStatus[]> {
  const { hiddenVariables, maskedVariables } = commandSecrets(loaded, env);
  await using processes = createProcessSession();
  await using open = openMcpServers({
    servers,
    processes,
    pool,
    cwd: loaded.cwd,
    projectRoot: findRepository(loaded.cwd)?.root ?? loaded.trustRoot,
    env,
    credentials: new Set([...hiddenVariables, ...maskedVariables.keys()]),
    stateDirectory: isAnonymous ? undefined : stateDirectory(process.env),
    credentialCommand: isAnonymous ? undefined : loaded.setting('mcp.credentialCommand')?.value,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll: true,
    clientInfo: { name: 'sluice', version },
    client: { roots: () => [loaded.cwd], asks: undefined },
    denyingRule: denyingRuleOf(loaded),
  });
  await open.readyForFirstRequest();
  return open
    .status()
    .map((status) =>
      status.state === 'connecting' && status.reason === undefined ? { ...status, reason: SILENT } : status,
    );
}

/** The rule of the settings that denies a tool. Patterns for commands are for tools of no server. */
function denyingRuleOf(loaded: LoadedSettings): (tool: AnyTool) => string | undefined {
  const policy = createPolicy({ files: createNodeFiles(), languages: new Map(), remedy: '' });
  const context = createPermissionState(permissionStart(loaded)).current();
  return (tool) => {
    const rule = policy.deniesTool(tool, context);
    return rule && ruleText(rule);
  };
}
