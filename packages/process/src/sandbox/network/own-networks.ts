import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Whether an address belongs to this machine or to a network it is in. A listed name must not lead there, even if such addresses are
 * public (a server on the internet, IPv6 at home). Reads the interfaces each time, because they change.
 *
 * @param address from `canonicalHost`
 */
export function isInOwnNetwork(address: string, interfaces: Interfaces = networkInterfaces()): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const own = new BlockList();
  for (const { address: one, cidr, family: of } of Object.values(interfaces).flatMap(
    (found) => found ?? [],
  )) {
    if (of.toLowerCase() !== family) continue;
    const plain = one.split('%', 1)[0] ?? one;
    const prefix = Number(cidr?.split('/').at(-1));
    // A route to everything isn't a local network.
    if (prefix >= LEAST_PREFIX && prefix <= (family === 'ipv4' ? 32 : 128))
      own.addSubnet(plain, prefix, family);
    else own.addAddress(plain, family);
  }
  return own.check(address, family);
}

const LEAST_PREFIX = 8;
