import { BlockList, isIPv4 } from 'node:net';
import { dotted } from './canonical-host.ts';
import { isInOwnNetwork, type Interfaces } from './own-networks.ts';

/** From the IANA registries of special-purpose addresses: this host, private, shared, link-local, examples, multicast, reserved. */
const SPECIAL: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** Special ranges inside public space: protocols (Teredo), examples, and 6to4, which can embed any IPv4 address. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
/** NAT64, which networks without IPv4 use: by RFC 6052 it only embeds public IPv4 addresses. */
const TRANSLATED = /^64:ff9b::([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

const special = new BlockList();
for (const [net, prefix] of SPECIAL) special.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of SPECIAL_IPV6) special.addSubnet(net, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an address belongs to an internet host that is neither this machine nor in its networks.
 *
 * @param address from `canonicalHost`
 * @param interfaces default: those of this machine
 */
export function isPublicAddress(address: string, interfaces?: Interfaces): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4') && !isInOwnNetwork(address, interfaces);
  const [, high, low] = TRANSLATED.exec(address) ?? [];
  if (high !== undefined && low !== undefined) return isPublicAddress(dotted(high, low), interfaces);
  const isGiven = given.check(address, 'ipv6') && !special.check(address, 'ipv6');
  return isGiven && !isInOwnNetwork(address, interfaces);
}
