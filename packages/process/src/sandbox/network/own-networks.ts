import { BlockList, isIPv4 } from 'node:net';
import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os';

export type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;

/**
 * Whether an address is this machine's, or lies in a network that it is in: a listed name must not lead there, though such
 * addresses may be public (a server in the internet, IPv6 at home). Asked anew each time, since networks come and go.
 *
 * @param address as `canonicalHost` gives it
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
    // A route to everything is no network of its own.
    if (prefix >= LEAST_PREFIX && prefix <= (family === 'ipv4' ? 32 : 128))
      own.addSubnet(plain, prefix, family);
    else own.addAddress(plain, family);
  }
  return own.check(address, family);
}

const LEAST_PREFIX = 8;
