import { isIP, type Socket } from 'node:net';
import { canonicalHost } from './canonical-host.ts';
import type { HostRules } from './compile-host-list.ts';
import { connectByUpstream } from './connect-by-upstream.ts';
import { connectToHost, type LookUp } from './connect-to-host.ts';
import { isPublicAddress } from './is-public-address.ts';
import type { Reach } from './reach.ts';
import type { Upstream } from './upstream-proxy.ts';

export interface ReachOptions {
  readonly rules: HostRules;
  readonly upstream: Upstream | undefined;
  /** Milliseconds until a host must have been connected to. */
  readonly limitMs: number;
  readonly onSocket: (socket: Socket) => void;
  /** Told of a host that the list does not let through, in its canonical spelling. */
  readonly onRefused: (host: string, port: number) => void;
  readonly lookUp?: LookUp;
}

const LIST = 'A person can list it in the settings (sandbox.network.allowedDomains).';
const DENIED = 'The settings deny it (sandbox.network.deniedDomains, or a rule about WebFetch).';
const MAX_PORT = 65_535;

/** The one gate of every proxy and every port: nothing is connected to that has not been judged here. */
export function reachListed(options: ReachOptions): Reach {
  const { rules, upstream, onRefused } = options;
  return async (name, port) => {
    const host = canonicalHost(name);
    if (host === undefined || !(port >= 1 && port <= MAX_PORT)) {
      const shown = JSON.stringify(`${name}:${port}`.slice(0, 300));
      return { status: 'failed', code: 'no-host', reason: `${shown} is no host with a port.` };
    }
    if (!rules.isListed(host, port)) {
      onRefused(host, port);
      const why = rules.isDenied(host, port) ? DENIED : LIST;
      const reason = `The sandbox does not let commands reach ${host}:${port}. ${why}`;
      return { status: 'refused', reason };
    }
    if (upstream !== undefined && isBeyond(upstream, host)) {
      return connectByUpstream(upstream, host, port, options);
    }
    const isOpen = (address: string): boolean => rules.isOpen(address, host, port);
    const reached = await connectToHost(host, port, { ...options, isOpen });
    if (reached.status !== 'refused') return reached;
    onRefused(host, port);
    return { ...reached, reason: `${reached.reason} ${LIST}` };
  };
}

/** What this machine and its network hold themselves is not looked for beyond a proxy. */
function isBeyond(upstream: Upstream, host: string): boolean {
  const isNear = host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host));
  return !isNear && !upstream.isDirect(host);
}
