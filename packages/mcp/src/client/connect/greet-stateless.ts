import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { ConnectOptions, Connected } from './connection.ts';
import { UNSUPPORTED_VERSION } from '../../transport/json-rpc.ts';
import { followInputRounds } from './input-rounds.ts';
import { listen } from './listen.ts';
import type { Peer, PeerAnswer } from '../peer.ts';
import { startProblem } from './start-problem.ts';
import { SERVER_INFO_KEY, STATELESS_VERSION, statelessMeta } from '../stateless-meta.ts';

export type GreetedStateless =
  | Extract<Connected, { ok: true }>
  | {
      readonly ok: false;
      readonly reason: string;
      /** It does not reveal the server's era: an older handshake would fail in the same way. */
      readonly isFinal: boolean;
      /** It did not respond in time. */
      readonly isSilent?: boolean;
    };

/** Queries a server's identity and capabilities (`server/discover`), in the stateless era. */
export async function greetStateless(
  peer: Peer,
  options: Omit<ConnectOptions, 'era'>,
): Promise<GreetedStateless> {
  const { clientInfo, timeoutMs, allowedMs, signal, onRequest } = options;
  const meta = statelessMeta(clientInfo, statelessCapabilities(options.capabilities));
  const ask = (): Promise<PeerAnswer> =>
    peer.request('server/discover', { _meta: meta }, { timeoutMs, signal });
  const first = await ask();
  // It rejects the version, yet lists it as supported.
  const answer = versionsIn(first)?.includes(STATELESS_VERSION) === true ? await ask() : first;
  if (answer.status !== 'result') {
    const isSilent = answer.status === 'timed-out';
    return {
      ok: false,
      reason: startProblem(answer, allowedMs),
      isFinal: !isOfOlderServer(answer),
      isSilent,
    };
  }
  const { result } = answer;
  const versions = getOwn(result, 'supportedVersions');
  if (!Array.isArray(versions) || !versions.includes(STATELESS_VERSION)) {
    const reason = `It does not support version ${STATELESS_VERSION} of the protocol.`;
    return { ok: false, reason, isFinal: false };
  }
  const given = getOwn(result, 'capabilities');
  const capabilities = isJsonObject(given) ? given : {};
  const instructions = getOwn(result, 'instructions');
  const request = (method: string, params: JsonObject, requestOptions = {}): Promise<PeerAnswer> => {
    const given = getOwn(params, '_meta');
    const own = isJsonObject(given) ? given : undefined;
    const withMeta = { ...params, _meta: { ...own, ...meta } };
    return followInputRounds(peer, method, withMeta, requestOptions, onRequest);
  };
  const ending = new AbortController();
  void listen({ peer, meta, capabilities, signal: AbortSignal.any([ending.signal, signal]) });
  return {
    ok: true,
    connection: {
      serverInfo: serverInfoOf(result),
      protocolVersion: STATELESS_VERSION,
      isStateless: true,
      capabilities,
      instructions: typeof instructions === 'string' ? instructions : undefined,
      request,
      // There is no session that a notification could belong to.
      notify: () => {},
      close() {
        ending.abort();
        return peer.close();
      },
    },
  };
}

/** Whether a failed first request shows that the server speaks an older version. */
function isOfOlderServer(answer: Exclude<PeerAnswer, { status: 'result' }>): boolean {
  switch (answer.status) {
    case 'error': {
      const supported = versionsIn(answer) ?? [];
      return supported.length === 0 || supported.some((version) => version < STATELESS_VERSION);
    }
    case 'lost': {
      const { httpStatus = 0 } = answer;
      return httpStatus >= 400 && httpStatus < 500;
    }
    case 'timed-out':
    case 'aborted':
    case 'closed':
      return false;
    default:
      return answer satisfies never;
  }
}

/** The versions that a server supports instead of the rejected one. */
function versionsIn(answer: PeerAnswer): readonly string[] | undefined {
  if (answer.status !== 'error' || answer.code !== UNSUPPORTED_VERSION) return undefined;
  const supported = isJsonObject(answer.data) ? getOwn(answer.data, 'supported') : undefined;
  return Array.isArray(supported) ? supported.filter((one) => typeof one === 'string') : undefined;
}

/** Servers can't be notified of directory changes: they request the directories with each call. */
function statelessCapabilities(capabilities: JsonObject): JsonObject {
  return 'roots' in capabilities ? { ...capabilities, roots: {} } : capabilities;
}

function serverInfoOf(result: JsonObject): { readonly name: string; readonly version: string } {
  const meta = getOwn(result, '_meta');
  const info = isJsonObject(meta) ? getOwn(meta, SERVER_INFO_KEY) : getOwn(result, 'serverInfo');
  const text = (key: string): string => {
    const value = isJsonObject(info) ? getOwn(info, key) : undefined;
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name'), version: text('version') };
}
