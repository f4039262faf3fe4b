import { cutLine, getOwn, isJsonObject } from '@sluice/core';
import type { ConnectOptions, Connected } from './connection.ts';
import type { Peer } from '../peer.ts';
import { openRequiredPages } from './required-pages.ts';
import { startProblem } from './start-problem.ts';

const LATEST = '2025-11-25';
const VERSIONS: ReadonlySet<string> = new Set([
  LATEST,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]);

type GreetOptions = Pick<
  ConnectOptions,
  'clientInfo' | 'capabilities' | 'timeoutMs' | 'allowedMs' | 'signal' | 'onRequest'
>;

/** Starts a session (`initialize`), as in all versions up to 2025-11-25. */
export async function greet(peer: Peer, options: GreetOptions): Promise<Connected> {
  const { clientInfo, capabilities, timeoutMs, allowedMs, signal, onRequest } = options;
  const params = { protocolVersion: LATEST, capabilities, clientInfo };
  const answer = await peer.request('initialize', params, { timeoutMs, signal });
  if (answer.status !== 'result') {
    return { ok: false, reason: startProblem(answer, allowedMs), isSilent: answer.status === 'timed-out' };
  }
  const { result } = answer;
  const version = getOwn(result, 'protocolVersion');
  if (typeof version !== 'string' || !VERSIONS.has(version)) {
    const supported = [...VERSIONS].join(', ');
    const reason = `It uses version ${cutLine(JSON.stringify(version) ?? 'undefined', 80)} of the protocol; supported are ${supported}.`;
    return { ok: false, reason };
  }
  peer.notify('notifications/initialized');
  const info = getOwn(result, 'serverInfo');
  const given = getOwn(result, 'capabilities');
  const instructions = getOwn(result, 'instructions');
  return {
    ok: true,
    connection: {
      serverInfo: { name: textIn(info, 'name'), version: textIn(info, 'version') },
      protocolVersion: version,
      isStateless: false,
      capabilities: isJsonObject(given) ? given : {},
      instructions: typeof instructions === 'string' ? instructions : undefined,
      request: (method, requestParams, requestOptions) =>
        openRequiredPages({
          send: () => peer.request(method, requestParams, requestOptions),
          onRequest,
          signal: requestOptions?.signal,
          mask: (text) => peer.mask(text),
        }),
      notify: (method, notifyParams) => peer.notify(method, notifyParams),
      close: () => peer.close(),
    },
  };
}

function textIn(value: unknown, key: string): string {
  const text = isJsonObject(value) ? getOwn(value, key) : undefined;
  return typeof text === 'string' ? text : '';
}
