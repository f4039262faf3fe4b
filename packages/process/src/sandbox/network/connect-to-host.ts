import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { canonicalHost } from './canonical-host.ts';
import type { Reached } from './reach.ts';

export type LookUp = (host: string) => Promise<readonly string[]>;

export interface ConnectOptions {
  /** Whether a canonical address of the host may be connected to. */
  readonly isOpen: (address: string) => boolean;
  /** Milliseconds for the lookup and all addresses together. */
  readonly limitMs: number;
  /** Called with each socket as soon as it is created. */
  readonly onSocket: (socket: Socket) => void;
  readonly lookUp?: LookUp;
}

const MAX_ADDRESSES = 8;

/**
 * Resolves a host once and connects to one of the addresses that were checked, so a name that resolves differently a moment later can't
 * lead elsewhere. `refused`: none of the addresses may be connected to.
 */
export async function connectToHost(host: string, port: number, options: ConnectOptions): Promise<Reached> {
  const { isOpen, limitMs, onSocket, lookUp = lookUpAll } = options;
  const deadline = performance.now() + limitMs;
  const found = isIP(host) === 0 ? await within(limitMs, lookUp(host)) : [host];
  if (typeof found === 'string' || found.length === 0) {
    const reason = `${host} could not be resolved (${typeof found === 'string' ? found : 'it has no address'}).`;
    return { status: 'failed', code: 'unknown-name', reason };
  }
  const addresses = found.flatMap((address) => canonicalHost(address) ?? []);
  const open = addresses.filter((address) => isIP(address) !== 0 && isOpen(address));
  if (open.length === 0) {
    const address = addresses[0] ?? 'of no host';
    const reason = `${host} has the address ${address}, which is not public and not listed itself.`;
    return { status: 'refused', reason, why: { kind: 'not-public', address } };
  }
  let reason = `${host} did not respond in time (${limitMs} ms).`;
  let code: 'no-answer' | 'unreachable' = 'no-answer';
  for (const [index, address] of open.slice(0, MAX_ADDRESSES).entries()) {
    const leftMs = deadline - performance.now();
    if (leftMs <= 0) break;
    // An address that doesn't respond must not use up the time for the next one.
    const shareMs = index + 1 < open.length ? leftMs / 2 : leftMs;
    const socket = await connectTo(address, port, shareMs, onSocket);
    if (typeof socket !== 'string') return { status: 'connected', socket };
    if (socket === 'no-answer') continue;
    [code, reason] = ['unreachable', `${host} could not be reached: ${socket}.`];
  }
  return { status: 'failed', code, reason };
}

function connectTo(
  address: string,
  port: number,
  limitMs: number,
  onSocket: (socket: Socket) => void,
): Promise<Socket | string> {
  const socket = connect({ host: address, port, allowHalfOpen: true, noDelay: true });
  onSocket(socket);
  return new Promise((resolve) => {
    const timer = setTimeout(() => end('no-answer'), limitMs);
    const end = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(why);
    };
    socket.on('error', (error) => end('code' in error ? String(error.code) : error.message));
    socket.once('close', () => end('closed'));
    socket.once('connect', () => {
      clearTimeout(timer);
      resolve(socket);
    });
  });
}

/** Like the system does it, including `/etc/hosts`. */
export async function lookUpAll(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true });
  return found.map(({ address }) => address);
}

/** A string says why there are no addresses. */
async function within<T extends object>(limitMs: number, promise: Promise<T>): Promise<T | string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no response in ${limitMs} ms`), limitMs);
  try {
    return await Promise.race([promise, late]);
  } catch (error) {
    if (!(error instanceof Error)) return String(error);
    return 'code' in error ? String(error.code) : error.message;
  } finally {
    clearTimeout(timer);
  }
}
