import type { NetworkInterfaceInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../src/sandbox/network/is-public-address.ts';

const at = (address: string, cidr: string | null, family: 'IPv4' | 'IPv6'): NetworkInterfaceInfo => {
  const rest = { netmask: '', mac: '', internal: false, cidr, address };
  return family === 'IPv4' ? { ...rest, family } : { ...rest, family, scopeid: 0 };
};
const interfaces = {
  eth0: [at('8.8.4.4', '8.8.4.4/24', 'IPv4'), at('2a00:1450::5', '2a00:1450::5/64', 'IPv6')],
  tun0: [at('9.9.9.9', '9.9.9.9/0', 'IPv4'), at('fe80::1%tun0', null, 'IPv6')],
};

describe('a public address', () => {
  it.each([
    ['1.1.1.1', true],
    ['2606:4700::1111', true],
    ['10.0.0.1', false],
    ['::1', false],
    ['64:ff9b::101:101', true],
    ['64:ff9b::a00:1', false],
    ['64:ff9b:1::101:101', false],
  ])('of the internet or not: %s %s', (address, expected) => {
    expect(isPublicAddress(address, {})).toBe(expected);
  });

  it.each([
    ['8.8.4.4', 'this machine'],
    ['8.8.4.200', 'its network'],
    ['2a00:1450::5', 'this machine'],
    ['2a00:1450::dead', 'its network'],
    ['9.9.9.9', 'the end of a tunnel'],
    ['64:ff9b::808:404', 'this machine by translation'],
  ])('is none that is near: %s, %s', (address) => {
    expect(isPublicAddress(address, {})).toBe(true);
    expect(isPublicAddress(address, interfaces)).toBe(false);
  });

  it.each(['8.8.5.1', '2a00:1450:0:1::5', '1.1.1.1'])('is one beyond: %s', (address) => {
    expect(isPublicAddress(address, interfaces)).toBe(true);
  });
});
