import { isAbsolute } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  agent,
  RequestError,
  type AgentContext,
  type ClientCapabilities,
  type InitializeResponse,
  type McpServer,
  type NewSessionResponse,
} from '@agentclientprotocol/sdk';
import { findSession, listSessions, removeSession, stateDirectory } from '@sluice/agent';
import { realDirectory } from '@sluice/base';
import type { SessionChoice } from '@sluice/session/agent';
import type { Stop } from '../stop/stop.ts';
import type { PrintOptions } from '../print/print-options.ts';
import type { AcpSessionOptions } from './acp-session-options.ts';
import { AcpSession } from './acp-session.ts';
import { rehearse } from './rehearse.ts';
import { clientServers } from './client-servers.ts';
import { stateOf } from './session-options.ts';
import { WarmUp } from '../warm-up.ts';

const PROTOCOL_VERSION = 1;

interface AcpServerOptions {
  readonly options: PrintOptions;
  readonly version: string;
  readonly stop: Stop;
  /** Called with what the user should know and the protocol has no place for. */
  readonly warn: (text: string) => void;
}

interface Wanted {
  readonly cwd: string;
  readonly mcpServers?: readonly McpServer[] | undefined;
  readonly additionalDirectories?: readonly string[] | null | undefined;
}

/** The sessions of one editor. */
export class AcpServer {
  readonly #given: AcpServerOptions;
  /** Some are still being opened: their requests wait for it, and fail as it does. */
  readonly #sessions = new Map<string, Promise<AcpSession>>();
  readonly #warmUp: WarmUp;
  #capabilities: ClientCapabilities | undefined;

  constructor(given: AcpServerOptions) {
    this.#given = given;
    this.#warmUp = new WarmUp((signal) => rehearse(given.options, given.version, signal));
  }

  /** To be connected to the editor's stream. */
  app() {
    return agent({ name: 'sluice' })
      .onRequest('initialize', ({ params }) => {
        this.#capabilities = params.clientCapabilities;
        this.#warmUp.begin();
        return initialized(this.#given.version);
      })
      .onRequest('authenticate', () => ({}))
      .onRequest('session/new', ({ params, client }) => this.#begin(params, client))
      .onRequest('session/load', async ({ params, client }) => {
        const session = await this.#resume(params.sessionId, params, client);
        await session.replay();
        return session.state();
      })
      .onRequest('session/resume', async ({ params, client }) =>
        (await this.#resume(params.sessionId, params, client)).state(),
      )
      .onRequest('session/list', ({ params }) => ({ sessions: listed(params.cwd) }))
      .onRequest('session/close', async ({ params }) => {
        await this.#end(params.sessionId);
        return {};
      })
      .onRequest('session/delete', async ({ params }) => {
        await this.#remove(params.sessionId);
        return {};
      })
      .onRequest('session/set_mode', async ({ params }) => {
        (await this.#known(params.sessionId)).setMode(params.modeId);
        return {};
      })
      .onRequest('session/set_config_option', async ({ params }) => {
        const session = await this.#known(params.sessionId);
        await session.setOption(params.configId, params.value);
        return { configOptions: session.configOptions() };
      })
      .onRequest('session/prompt', async ({ params }) => ({
        stopReason: await (await this.#known(params.sessionId)).prompt(params.prompt),
      }))
      .onNotification('session/cancel', ({ params }) => this.#cancel(params.sessionId));
  }

  async close(): Promise<void> {
    this.#warmUp.end();
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /** The editor has its answer as soon as it is known; the session is opened after it. */
  async #begin(wanted: Wanted, client: AgentContext) {
    const previewed = Promise.withResolvers<NewSessionResponse>();
    const opening = this.#open(wanted, { kind: 'new', id: undefined }, client, async (preview) => {
      const { sessionId } = preview;
      this.#sessions.set(sessionId, opening);
      previewed.resolve({ sessionId, ...stateOf(preview) });
      // The answer is written by then.
      await setImmediate();
    });
    const opened = opening.then(async (session): Promise<NewSessionResponse> => {
      // The editor must know the session before it hears of its commands.
      void setImmediate().then(() => session.tellCommands());
      return { sessionId: session.id, ...session.state() };
    });
    return Promise.race([previewed.promise, opened]);
  }

  async #resume(id: string, wanted: Wanted, client: AgentContext): Promise<AcpSession> {
    await this.#end(id);
    const found = findSession(stateDirectory(process.env), id);
    if (!found.ok) throw RequestError.resourceNotFound(id);
    const choice = { kind: 'named', name: id, isForked: false, id: undefined } as const;
    const session = await this.#open(wanted, choice, client);
    // No update may come after the answer.
    await session.tellCommands();
    return session;
  }

  async #open(
    wanted: Wanted,
    session: SessionChoice,
    client: AgentContext,
    onPreview?: AcpSessionOptions['onPreview'],
  ): Promise<AcpSession> {
    this.#warmUp.end();
    const cwd = directoryOf(wanted.cwd);
    const servers = clientServers(wanted.mcpServers ?? []);
    const added = (wanted.additionalDirectories ?? []).map(directoryOf);
    const { options, version, stop, warn } = this.#given;
    const { settings, mcp } = options;
    const opened = await AcpSession.open({
      cwd,
      client,
      capabilities: this.#capabilities,
      ...{ stop, version, warn, onPreview },
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
    this.#sessions.set(opened.id, Promise.resolve(opened));
    void setImmediate().then(() => opened.begin());
    return opened;
  }

  #cancel(id: string): void {
    // A prompt that came before it has begun by then.
    void this.#sessions.get(id)?.then(
      (session) => session.cancel(),
      () => {},
    );
  }

  async #end(id: string): Promise<void> {
    const session = await this.#sessions.get(id)?.catch(() => undefined);
    await session?.close();
    this.#sessions.delete(id);
  }

  async #remove(id: string): Promise<void> {
    await this.#end(id);
    const found = findSession(stateDirectory(process.env), id);
    const problem = found.ok ? await removeSession(found.session) : undefined;
    if (problem !== undefined) throw RequestError.internalError(undefined, problem);
  }

  #known(id: string): Promise<AcpSession> {
    const session = this.#sessions.get(id);
    if (session === undefined) throw RequestError.resourceNotFound(id);
    return session;
  }
}

/** Stored sessions: of one directory, or all. */
function listed(cwd: string | null | undefined) {
  // Its directory may be gone.
  const place = cwd == null ? undefined : isAbsolute(cwd) ? (realDirectory(cwd) ?? cwd) : directoryOf(cwd);
  const sessions = listSessions(stateDirectory(process.env), place);
  return sessions.map(({ id, cwd: directory, title, usedAt }) => ({
    sessionId: id,
    cwd: directory,
    title: title ?? null,
    updatedAt: new Date(usedAt).toISOString(),
  }));
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
