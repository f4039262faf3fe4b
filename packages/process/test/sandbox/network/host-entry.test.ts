import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalHost } from '../../../src/sandbox/network/canonical-host.ts';
import { coversHost, parseHostEntry } from '../../../src/sandbox/network/host-entry.ts';

describe('the one spelling of a host', () => {
  it.each([
    ['Example.COM', 'example.com'],
    ['example.com.', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ｅxample。com', 'example.com'],
    ['_service.example.com', '_service.example.com'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['[::FFFF:7f00:1]', '127.0.0.1'],
    ['2001:DB8:0::1', '2001:db8::1'],
  ])('of %s is %s', (text, host) => {
    expect(canonicalHost(text)).toBe(host);
  });

  it.each([
    ...[
      '',
      '.',
      '..',
      'a..b',
      'a.b..',
      '.a',
      'a b',
      'a/b',
      'a\\b',
      'a@b',
      'a:1',
      'a?b',
      'a#b',
      'a%2eb',
      '*',
      '*.a',
    ],
    ...[
      'a\0b',
      'a\nb',
      '[a]',
      '[::1',
      '::1]',
      'fe80::1%lo',
      '[127.0.0.1]',
      '999.1.1.1',
      '1.2.3.4.5',
      'a'.repeat(300),
    ],
  ])('is none for %j', (text) => {
    expect(canonicalHost(text)).toBeUndefined();
  });

  it('is its own, and has nothing in it that an address could be cut at', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.domain(), fc.ipV4Extended(), fc.ipV6()),
        (text) => {
          const host = canonicalHost(text);
          if (host === undefined) return;
          expect(host).toMatch(/^[-\w.]+$|^[0-9a-f:]+$/);
          expect(canonicalHost(host)).toBe(host);
        },
      ),
    );
  });
});

describe('an entry of a host list', () => {
  const covers = (text: string, host: string, port: number, anyPort = false): boolean => {
    const entry = parseHostEntry(text);
    return !('problem' in entry) && coversHost(entry, host, port, anyPort);
  };

  it.each([
    ['example.com', 'example.com', 443, true],
    ['example.com', 'example.com', 80, true],
    ['example.com', 'example.com', 22, true],
    ['example.com', 'example.com', 8443, false],
    ['example.com', 'www.example.com', 443, false],
    ['EXAMPLE.com.', 'example.com', 443, true],
    [' example.com ', 'example.com', 443, true],
    ['bücher.example', 'xn--bcher-kva.example', 443, true],
    ['example.com:8443', 'example.com', 8443, true],
    ['example.com:8443', 'example.com', 443, false],
    ['*.example.com', 'www.example.com', 443, true],
    ['*.example.com', 'a.b.example.com', 443, true],
    ['*.example.com', 'example.com', 443, false],
    ['*.example.com', 'notexample.com', 443, false],
    ['*.example.com:8443', 'www.example.com', 8443, true],
    ['*', 'example.com', 443, true],
    ['*', 'example.com', 5432, true],
    ['*:443', 'example.com', 443, true],
    ['*:443', 'example.com', 80, false],
    ['[::1]:443', '::1', 443, true],
    ['[::1]', '::1', 80, true],
    ['::1', '::1', 80, true],
    ['[::ffff:127.0.0.1]:80', '127.0.0.1', 80, true],
    ['127.1:8080', '127.0.0.1', 8080, true],
    ['*.0.0.1', '127.0.0.1', 80, false],
  ])('%s, asked about %s:%i: %s', (text, host, port, expected) => {
    expect(covers(text, host, port)).toBe(expected);
  });

  it('that denies stands for every port', () => {
    expect(covers('example.com', 'example.com', 8443, true)).toBe(true);
    expect(covers('example.com:80', 'example.com', 8443, true)).toBe(false);
  });

  it.each([
    ['', 'not a host'],
    ['https://me@a.b:8443/c?d#e', 'without scheme, user or path; write a.b:8443'],
    ['a.b/c', 'write a.b'],
    ['https:///', 'write example.com'],
    ['https://example.com', 'without scheme'],
    ['example.com/path', 'without scheme, user or path'],
    ['user@example.com', 'without scheme, user'],
    ['example.com:', 'followed by a port'],
    ['example.com:http', 'followed by a port'],
    ['example.com:0', 'followed by a port'],
    ['example.com:65536', 'followed by a port'],
    ['example.com:-1', 'followed by a port'],
    ['exam*.com', 'can only replace whole labels'],
    ['*.*.com', 'can only replace whole labels'],
    ['**', 'can only replace whole labels'],
    ['a b', 'not a host'],
    ['[::1', 'no'],
    ['*.127.0.0.1', 'an address has no subdomains'],
  ])('%j is none', (text, problem) => {
    expect(parseHostEntry(text)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseHostEntry(text)));
  });
});
