import { isAbsolute } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  agent,
  ndJsonStream,
  RequestError,
  type AgentContext,
  type ClientCapabilities,
  type InitializeResponse,
  type McpServer,
} from '@agentclientprotocol/sdk';
import { findSession, listSessions, removeSession, stateDirectory } from '@sluice/agent';
import { realDirectory } from '@sluice/base';
import type { SessionChoice } from '@sluice/session/agent';
import { createStop, SIGNAL_STATUS } from '../exec/stop/stop.ts';
import { watchSignals } from '../exec/stop/watch-signals.ts';
import type { PrintOptions } from '../print/print-options.ts';
import { sayAs } from '../say.ts';
import { AcpSession } from './acp-session.ts';
import { clientServers } from './client-servers.ts';
import { warmUp } from './warm-up.ts';

const PROTOCOL_VERSION = 1;
const say = sayAs('sluice acp');

interface Wanted {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[] | undefined;
  readonly additionalDirectories?: readonly string[] | null | undefined;
}

/** Serves an editor until it closes standard input; returns the exit code. */
export async function serveAcp(options: PrintOptions, version: string): Promise<number> {
  const sessions = new Map<string, AcpSession>();
  const stop = createStop();
  const unwatch = watchSignals(stop, say);
  const connection = serve(options, version, sessions, stop.signal).connect(
    ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)),
  );
  const stopped = Promise.withResolvers<void>();
  stop.onStop(() => stopped.resolve());
  await Promise.race([connection.closed, stopped.promise]);
  await Promise.all([...sessions.values()].map((session) => session.close()));
  connection.close();
  unwatch();
  const { cause } = stop;
  return cause?.kind === 'signal' ? SIGNAL_STATUS[cause.signal] : 0;
}

function serve(
  options: PrintOptions,
  version: string,
  sessions: Map<string, AcpSession>,
  signal: AbortSignal,
) {
  let capabilities: ClientCapabilities | undefined;
  const open = async (wanted: Wanted, session: SessionChoice, client: AgentContext): Promise<AcpSession> => {
    const cwd = directoryOf(wanted.cwd);
    const servers = clientServers(wanted.mcpServers ?? []);
    const added = (wanted.additionalDirectories ?? []).map(directoryOf);
    const { settings, mcp } = options;
    const opened = await AcpSession.open({
      cwd,
      client,
      capabilities,
      signal,
      version,
      warn: say,
      options: {
        ...options,
        session,
        mcp: { ...mcp, configs: servers === undefined ? mcp.configs : [...mcp.configs, servers] },
        settings: {
          ...settings,
          additionalDirectories: [...(settings.additionalDirectories ?? []), ...added],
        },
      },
    });
    sessions.set(opened.id, opened);
    setImmediate(() => opened.begin());
    return opened;
  };
  const resumed = async (id: string, wanted: Wanted, client: AgentContext): Promise<AcpSession> => {
    await sessions.get(id)?.close();
    sessions.delete(id);
    const found = findSession(stateDirectory(process.env), id);
    if (!found.ok) throw RequestError.resourceNotFound(id);
    const session = await open(wanted, { kind: 'named', name: id, isForked: false, id: undefined }, client);
    // No update may come after the answer.
    await session.tellCommands();
    return session;
  };
  const known = (id: string): AcpSession => {
    const session = sessions.get(id);
    if (session === undefined) throw RequestError.resourceNotFound(id);
    return session;
  };
  const stateOf = (session: AcpSession) => ({
    modes: session.modes(),
    configOptions: session.configOptions(),
  });

  return agent({ name: 'sluice' })
    .onRequest('initialize', ({ params }) => {
      capabilities = params.clientCapabilities;
      // When the answer is on the wire.
      setImmediate(warmUp);
      return initialized(version);
    })
    .onRequest('authenticate', () => ({}))
    .onRequest('session/new', async ({ params, client }) => {
      const session = await open(params, { kind: 'new', id: undefined }, client);
      // The editor must know the session before it hears of its commands.
      setImmediate(() => void session.tellCommands());
      return { sessionId: session.id, ...stateOf(session) };
    })
    .onRequest('session/load', async ({ params, client }) => {
      const session = await resumed(params.sessionId, params, client);
      await session.replay();
      return stateOf(session);
    })
    .onRequest('session/resume', async ({ params, client }) =>
      stateOf(await resumed(params.sessionId, params, client)),
    )
    .onRequest('session/list', ({ params }) => {
      const { cwd } = params;
      const listed = listSessions(stateDirectory(process.env), cwd == null ? undefined : directoryOf(cwd));
      return {
        sessions: listed.map(({ id, cwd: directory, title, usedAt }) => ({
          sessionId: id,
          cwd: directory,
          title: title ?? null,
          updatedAt: new Date(usedAt).toISOString(),
        })),
      };
    })
    .onRequest('session/close', async ({ params }) => {
      await sessions.get(params.sessionId)?.close();
      sessions.delete(params.sessionId);
      return {};
    })
    .onRequest('session/delete', async ({ params }) => {
      await sessions.get(params.sessionId)?.close();
      sessions.delete(params.sessionId);
      const found = findSession(stateDirectory(process.env), params.sessionId);
      const problem = found.ok ? await removeSession(found.session) : undefined;
      if (problem !== undefined) throw RequestError.internalError(undefined, problem);
      return {};
    })
    .onRequest('session/set_mode', ({ params }) => {
      known(params.sessionId).setMode(params.modeId);
      return {};
    })
    .onRequest('session/set_config_option', async ({ params }) => {
      const session = known(params.sessionId);
      await session.setOption(params.configId, params.value);
      return { configOptions: session.configOptions() };
    })
    .onRequest('session/prompt', async ({ params }) => ({
      stopReason: await known(params.sessionId).prompt(params.prompt),
    }))
    .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.cancel());
}

function initialized(version: string): InitializeResponse {
  return {
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: 'sluice', title: 'Sluice', version },
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, embeddedContext: true },
      mcpCapabilities: { http: true, sse: true },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    },
    authMethods: [
      {
        id: 'environment',
        name: 'API key in the environment',
        description: 'Start Sluice with ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY.',
      },
    ],
  };
}

/** Real and absolute. */
function directoryOf(path: string): string {
  const real = isAbsolute(path) ? realDirectory(path) : undefined;
  if (real !== undefined) return real;
  throw RequestError.invalidParams(
    undefined,
    `${JSON.stringify(path)} is not the absolute path of a directory`,
  );
}
