import { isIP } from 'node:net';
import { coversHost, parseHostEntry, type HostEntry } from './host-entry.ts';
import type { HostList } from './host-list.ts';
import { isPublicAddress } from './is-public-address.ts';

/** A compiled host list. Hosts and addresses are canonical. */
export interface HostRules {
  isListed(host: string, port: number): boolean;
  /** Denied by name, which no allow entry overrides. */
  isDenied(host: string, port: number): boolean;
  /** Whether an address of a listed host may be connected to: it is public, or listed itself. */
  isOpen(address: string, host: string, port: number): boolean;
  /** Listed ports of this machine's loopback device, each with its loopback host. */
  readonly ownPorts: readonly { readonly host: string; readonly port: number }[];
}

const OWN_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

export function compileHostList({ allowed, denied }: Pick<HostList, 'allowed' | 'denied'>): HostRules {
  const open = allowed.flatMap(entriesOf);
  const shut = denied.flatMap(entriesOf);
  const isDenied = (host: string, port: number): boolean =>
    shut.some((entry) => coversHost(entry, host, port, true));
  const isListed = (host: string, port: number): boolean =>
    !isDenied(host, port) && open.some((entry) => coversHost(entry, host, port, false));
  /** Listed itself, not through a wildcard. */
  const isNamed = (host: string, port: number): boolean =>
    open.some((entry) => entry.kind === 'one' && coversHost(entry, host, port, false));
  return {
    isListed,
    isDenied,
    isOpen(address, host, port) {
      if (isDenied(address, port)) return false;
      if (isPublicAddress(address)) return true;
      return isNamed(address, port) || (host === 'localhost' && isLoopback(address) && isNamed(host, port));
    },
    ownPorts: open.flatMap(({ kind, host, port }) =>
      kind === 'one' && port !== undefined && OWN_NAMES.has(host) && isListed(host, port)
        ? [{ host, port }]
        : [],
    ),
  };
}

function entriesOf(text: string): readonly HostEntry[] {
  const entry = parseHostEntry(text);
  return 'problem' in entry ? [] : [entry];
}

function isLoopback(address: string): boolean {
  return isIP(address) === 4 ? address.startsWith('127.') : address === '::1';
}
