import type { ToolPool } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';
import { stateDirectory } from '@sluice/agent';
import { openMcpServers, type ConfiguredServer, type McpServerStatus } from '@sluice/mcp';
import { createProcessSession } from '@sluice/process';
import { commandSecrets, findRepository } from '@sluice/settings';
import type { OwnServers } from '../find-own-servers.ts';

const SILENT = 'It did not respond in time. If it starts slowly, set MCP_TIMEOUT to more milliseconds.';

/** Connects to servers, adds their tools to `pool`, and disconnects. */
export async function connectServers(
  servers: readonly ConfiguredServer[],
  { loaded, env }: Pick<OwnServers, 'loaded' | 'env'>,
  version: string,
  pool: Pick<ToolPool, 'update'> = { update() {} },
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
    stateDirectory: stateDirectory(process.env),
    credentialCommand: loaded.setting('mcp.credentialCommand')?.value,
    validator: createAjvValidator(),
    isDeferred: false,
    waitsForAll: true,
    clientInfo: { name: 'sluice', version },
    client: { roots: () => [loaded.cwd], asks: undefined },
  });
  await open.readyForFirstRequest();
  return open
    .status()
    .map((status) =>
      status.state === 'connecting' && status.reason === undefined ? { ...status, reason: SILENT } : status,
    );
}
