import type { SchemaValidator } from '@sluice/core';
import type { ConfiguredServer } from '../../config/configured-server.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { openTransport } from '../../transport/open-transport.ts';
import type { TransportContext } from '../../transport/transport-context.ts';
import type { McpTransport } from '../../transport/transport.ts';
import { answerServer, clientCapabilities, type ClientFacts } from '../asks/answer-server.ts';
import type { ShowImage } from '../results/check-images.ts';
import { connect } from './connect.ts';
import type { ConnectOptions, Era, McpConnection } from './connection.ts';
import type { ServerKeeper } from './kept-server.ts';
import { probeEra } from './probe-era.ts';
import { timeLeft } from './time-left.ts';
import { protocolFor } from './protocol-for.ts';

export interface OpenConnectionOptions {
  readonly server: ConfiguredServer;
  readonly entry: ServerEntry;
  readonly transport: TransportContext;
  readonly keeper: ServerKeeper;
  readonly connectMs: number;
  readonly validator: SchemaValidator;
  /** Prepares images for models. Undefined: they are shown as they came. */
  readonly showImage: ShowImage | undefined;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly client: ClientFacts;
  readonly signal: AbortSignal;
  /** Called with each wait for the user. */
  readonly onWait: (wait: Promise<unknown>) => void;
  readonly onNotification: (method: string) => void;
  /** Called once, when the connection has ended. */
  readonly onClose: (connection: McpConnection, reason: string | undefined, needsLogin: boolean) => void;
}

export type OpenedConnection =
  | { readonly ok: true; readonly connection: McpConnection; readonly transport: McpTransport }
  | {
      readonly ok: false;
      readonly code: 'failed' | 'needs-auth';
      readonly reason: string;
      /** It did not respond in time. */
      readonly isSilent?: boolean;
    };

/** Starts or reaches a server, and greets it in the era of the protocol that it has. */
export async function openConnection(given: OpenConnectionOptions): Promise<OpenedConnection> {
  const { entry, transport, keeper } = given;
  const options = { ...given, left: timeLeft(given.connectMs) };
  const choice = protocolFor(entry, transport.env['MCP_PROTOCOL_NEGOTIATION']);
  if (choice !== 'auto') return openIn(choice === '2026-07-28' ? 'stateless' : 'sessions', options);
  const kept = keeper.read(0).era;
  const opened = await openIn(kept ?? (await freshEra(options)), options);
  if (opened.ok || kept === undefined || opened.code === 'needs-auth') return noteEra(opened, keeper);
  // Its era may have changed.
  keeper.forgetEra();
  // Another attempt would take as long: the next one asks in which era the server is.
  if (opened.isSilent === true) return opened;
  return noteEra(await openIn(await freshEra(options), options), keeper);
}

function noteEra(opened: OpenedConnection, keeper: ServerKeeper): OpenedConnection {
  if (opened.ok) keeper.keepEra(opened.connection.isStateless ? 'stateless' : 'sessions');
  return opened;
}

/** `left`: of the time for all attempts together. */
type Attempt = OpenConnectionOptions & { readonly left: ReturnType<typeof timeLeft> };

/** Half of the time: a server that ignores the question has the other half to start again and be greeted. */
const PROBE_SHARE = 0.5;

async function freshEra(options: Attempt): Promise<Era> {
  const { server, entry, transport: context, signal } = options;
  if (entry.connection.kind !== 'stdio') return 'auto';
  const opened = await openTransport(server, entry.connection, context, signal);
  return opened.ok ? probeEra(opened.transport, connectOptions(options, PROBE_SHARE)) : 'sessions';
}

async function openIn(era: Era, options: Attempt): Promise<OpenedConnection> {
  const { server, entry, transport: context, signal, onClose } = options;
  const opened = await openTransport(server, entry.connection, context, signal);
  if (!opened.ok) return opened;
  const { transport } = opened;
  let current: McpConnection | undefined;
  const connected = await connect(transport, {
    ...connectOptions(options),
    era,
    onClose(reason) {
      if (current !== undefined) onClose(current, reason, transport.needsLogin === true);
    },
  });
  if (!connected.ok) {
    const code = transport.needsLogin === true ? 'needs-auth' : 'failed';
    return { ok: false, code, reason: connected.reason, isSilent: connected.isSilent === true };
  }
  current = connected.connection;
  return { ok: true, connection: current, transport };
}

/** @param share of the time that is left */
function connectOptions(options: Attempt, share = 1): Omit<ConnectOptions, 'era'> {
  const { server, entry, client, clientInfo, connectMs, left, signal, onNotification } = options;
  const { validator, showImage, onWait } = options;
  return {
    clientInfo,
    capabilities: clientCapabilities(client, entry),
    timeoutMs: left(share),
    allowedMs: connectMs,
    signal,
    onRequest: answerServer(server.name, entry, client, { validator, showImage, onWait }),
    onNotification,
    onClose: () => {},
  };
}
