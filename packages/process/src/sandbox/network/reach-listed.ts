import { isIP, isIPv6, type Socket } from 'node:net';
import type { HostRefusal } from '../sandbox-denial.ts';
import { canonicalHost } from './canonical-host.ts';
import type { HostRules } from './compile-host-list.ts';
import { connectByUpstream } from './connect-by-upstream.ts';
import { connectToHost, type LookUp } from './connect-to-host.ts';
import { isPublicAddress } from './is-public-address.ts';
import type { Reach, Reached } from './reach.ts';
import type { Upstream } from './upstream-proxy.ts';

export interface ReachOptions {
  readonly rules: HostRules;
  readonly upstream: Upstream | undefined;
  /** Milliseconds until the host must be connected. */
  readonly limitMs: number;
  readonly onSocket: (socket: Socket) => void;
  /** Called with each host, in canonical spelling, that the list doesn't allow or whose address is not allowed. */
  readonly onRefused: (host: string, port: number, why: HostRefusal) => void;
  readonly lookUp?: LookUp;
}

type Refused = Extract<Reached, { readonly status: 'refused' }>;

const LIST = 'A person can list it in the settings (sandbox.network.allowedDomains).';
const DENIED = 'The settings deny it (sandbox.network.deniedDomains, or a WebFetch rule).';
const MAX_PORT = 65_535;

/** The only way to connect, for every proxy and port: it checks each host before connecting to it. */
export function reachListed(options: ReachOptions): Reach {
  const { rules, upstream, onRefused } = options;
  return async (name, port) => {
    const refuse = (refusal: Refused): Refused => {
      onRefused(host ?? name, port, refusal.why);
      return refusal;
    };
    const host = canonicalHost(name);
    if (host === undefined || !(port >= 1 && port <= MAX_PORT)) {
      const shown = JSON.stringify(`${name}:${port}`.slice(0, 300));
      return { status: 'failed', code: 'no-host', reason: `${shown} is not a host with a port.` };
    }
    if (!rules.isListed(host, port)) {
      const isDenied = rules.isDenied(host, port);
      const reason = `The sandbox does not let commands reach ${host}:${port}. ${isDenied ? DENIED : LIST}`;
      return refuse({ status: 'refused', reason, why: { kind: isDenied ? 'denied' : 'not-listed' } });
    }
    if (upstream !== undefined && isBeyond(upstream, host)) {
      const beyond = await connectByUpstream(upstream, host, port, options);
      if (beyond.status === 'failed') onRefused(host, port, { kind: 'not-reached', reason: beyond.reason });
      return beyond;
    }
    const isOpen = (address: string): boolean => rules.isOpen(address, host, port);
    const reached = await connectToHost(host, port, { ...options, isOpen });
    if (reached.status === 'failed' && reached.code === 'unknown-name') {
      onRefused(host, port, { kind: 'not-reached', reason: reached.reason });
    }
    if (reached.status !== 'refused' || reached.why.kind !== 'not-public') return reached;
    const { address } = reached.why;
    if (isIP(address) === 0) return refuse(reached);
    if (rules.isDenied(address, port)) {
      const reason = `${host} has the address ${address}. ${DENIED}`;
      return refuse({ ...reached, reason, why: { kind: 'denied' } });
    }
    const entry = JSON.stringify(`${isIPv6(address) ? `[${address}]` : address}:${port}`);
    return refuse({
      ...reached,
      reason: `${host} has the address ${address}, which is not public. A person can list the address itself in the settings: ${entry} in sandbox.network.allowedDomains.`,
    });
  };
}

/** Don't look for local names and addresses beyond the upstream proxy. */
function isBeyond(upstream: Upstream, host: string): boolean {
  const isNear = host === 'localhost' || (isIP(host) !== 0 && !isPublicAddress(host));
  return !isNear && !upstream.isDirect(host);
}
