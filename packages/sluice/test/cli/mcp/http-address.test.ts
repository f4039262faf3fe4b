import { expect, it } from 'vitest';
import { parseHttpAddress } from '../../../src/cli/mcp/serve/http-address.ts';

it.each([
  ['3901', false, { host: '127.0.0.1', port: 3901 }],
  ['127.0.0.2:0', false, { host: '127.0.0.2', port: 0 }],
  ['localhost:1', false, { host: 'localhost', port: 1 }],
  ['[::1]:3901', false, { host: '::1', port: 3901 }],
  ['0.0.0.0:3901', true, { host: '0.0.0.0', port: 3901 }],
  ['[::]:3901', true, { host: '::', port: 3901 }],
  ['build.example:3901', true, { host: 'build.example', port: 3901 }],
] as const)(
  'sluice mcp serve --http %s (--allow-remote: %s) listens there',
  (text, allowsRemote, address) => {
    expect(parseHttpAddress(text, allowsRemote)).toEqual({ ok: true, address });
  },
);

it.each([
  ['0.0.0.0:3901', false, /other machines could call tools on this one\. Add --allow-remote/],
  ['[::]:3901', false, /Add --allow-remote/],
  ['192.168.1.7:3901', false, /Add --allow-remote/],
  ['localhost.evil.example:3901', false, /Add --allow-remote/],
  ['127.0.0.1.evil.example:3901', false, /Add --allow-remote/],
  ['65536', true, /must be a port/],
  ['http://127.0.0.1:1', true, /must be a port/],
  ['', false, /must be a port/],
  [undefined, true, /--allow-remote needs --http/],
])('sluice mcp serve --http %s (--allow-remote: %s) is refused', (text, allowsRemote, message) => {
  expect(parseHttpAddress(text, allowsRemote)).toEqual({
    ok: false,
    message: expect.stringMatching(message),
  });
});
