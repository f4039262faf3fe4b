import { describe, expect, it } from 'vitest';
import { compileHostList } from '../../../src/sandbox/network/compile-host-list.ts';
import { isPublicAddress } from '../../../src/sandbox/network/is-public-address.ts';

describe('an address', () => {
  it.each([
    ...['1.1.1.1', '8.8.8.8', '11.0.0.1', '100.63.255.255', '100.128.0.1', '126.255.255.255', '128.0.0.1'],
    ...['172.15.0.1', '172.32.0.1', '192.167.1.1', '198.20.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '2a00::1', '64:ff9b::101:101'],
  ])('%s is of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254'],
    ...[
      '169.254.169.254',
      '172.16.0.1',
      '172.31.255.255',
      '192.0.0.1',
      '192.0.2.1',
      '192.168.0.1',
      '198.18.0.1',
    ],
    ...[
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.1',
      '224.0.0.1',
      '239.1.1.1',
      '240.0.0.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      '::7f00:1',
      'fc00::1',
      'fd12::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
      '2001::1',
    ],
    ...['2002:7f00:1::', '64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '100::1', '3fff::1'],
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host list', () => {
  it.each([
    [['example.com'], [], 'example.com', true],
    [['example.com'], [], 'example.org', false],
    [[], [], 'example.com', false],
    [['*'], [], 'example.com', true],
    [['*'], ['example.com'], 'example.com', false],
    [['*'], ['example.com'], 'www.example.com', true],
    [['*'], ['*.example.com'], 'www.example.com', false],
    [['example.com'], ['*'], 'example.com', false],
    [['example.com'], ['example.com:80'], 'example.com', true],
    [['example.com'], ['example.com:443'], 'example.com', false],
    [['exa mple.com', '*x'], [], 'example.com', false],
    [['https://example.com'], [], 'example.com', false],
  ])('%j without %j, asked about %s: %s', (allowed, denied, host, expected) => {
    expect(compileHostList({ allowed, denied }).isListed(host, 443)).toBe(expected);
  });

  it.each([
    ['a public address', ['a.b'], [], '8.8.8.8', true],
    ['a private one', ['a.b'], [], '10.0.0.1', false],
    ['a loopback one', ['a.b'], [], '127.0.0.1', false],
    ['a private one where every host is listed', ['*'], [], '10.0.0.1', false],
    ['a private one that is listed itself', ['a.b', '10.0.0.1'], [], '10.0.0.1', true],
    ['a private one that is listed with another port', ['a.b', '10.0.0.1:80'], [], '10.0.0.1', false],
    ['a public one that is denied itself', ['a.b'], ['8.8.8.8'], '8.8.8.8', false],
    ['a private one that is listed and denied', ['a.b', '10.0.0.1'], ['10.0.0.1'], '10.0.0.1', false],
    ['a loopback one where localhost is listed besides', ['a.b', 'localhost'], [], '127.0.0.1', false],
  ])('lets a listed name have %s: %s', (_title, allowed, denied, address, expected) => {
    expect(compileHostList({ allowed, denied }).isOpen(address, 'a.b', 443)).toBe(expected);
  });

  it('lets localhost be this machine where it is listed itself, and nothing else', () => {
    const rules = compileHostList({ allowed: ['localhost:443', '*'], denied: [] });
    expect(rules.isOpen('127.0.0.1', 'localhost', 443)).toBe(true);
    expect(rules.isOpen('::1', 'localhost', 443)).toBe(true);
    expect(rules.isOpen('10.0.0.1', 'localhost', 443)).toBe(false);
    expect(rules.isOpen('127.0.0.1', 'localhost', 80)).toBe(false);
    expect(compileHostList({ allowed: ['*'], denied: [] }).isOpen('127.0.0.1', 'localhost', 443)).toBe(false);
  });

  it('names the ports of this machine that are listed by number', () => {
    const allowed = [
      'localhost:1',
      '127.0.0.1:2',
      '[::1]:3',
      'localhost',
      '127.0.0.2:4',
      '*:5',
      'localhost:6',
      'a.b:7',
    ];
    expect(compileHostList({ allowed, denied: ['localhost:6'] }).ownPorts).toEqual([
      { host: 'localhost', port: 1 },
      { host: '127.0.0.1', port: 2 },
      { host: '::1', port: 3 },
    ]);
  });
});
