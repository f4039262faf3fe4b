import { expect, it } from 'vitest';
import { isExempt } from '../../src/http/is-exempt.ts';
import { proxyFor } from '../../src/http/proxy-for.ts';

it.each([
  ['https://api.example/v1', 'api.example', true],
  ['https://api.example/v1', 'example', true],
  ['https://api.example/v1', '.example', true],
  ['https://example/v1', '.example', true],
  ['https://api.example/v1', '*.example', true],
  ['https://api.example/v1', 'API.EXAMPLE', true],
  ['https://api.example/v1', 'pi.example', false],
  ['https://api.example/v1', '*', true],
  ['https://api.example/v1', 'other, api.example', true],
  ['https://api.example/v1', 'other api.example', true],
  ['https://api.example/v1', 'api.example:443', true],
  ['https://api.example/v1', 'api.example:8443', false],
  ['http://api.example:8080/v1', 'api.example:8080', true],
  ['http://10.1.2.3/v1', '10.0.0.0/8', true],
  ['http://11.1.2.3/v1', '10.0.0.0/8', false],
  ['http://10.1.2.3/v1', '10.0.0.0/99', false],
  ['http://10.1.2.3/v1', '2.3', false],
  ['http://[fd00::1]/v1', 'fd00::/8', true],
  ['http://[fd00::1]/v1', 'fd00::1', true],
  ['http://[fd00::1]:81/v1', '[fd00::1]:81', true],
  ['https://api.example/v1', '', false],
  ['http://localhost:11434/v1', '', true],
  ['http://127.0.0.1:11434/v1', '', true],
  ['http://[::1]:11434/v1', '', true],
])('%s with NO_PROXY=%s', (url, list, expected) => {
  expect(isExempt(new URL(url), list)).toBe(expected);
});

it.each([
  ['https://a.example', { HTTPS_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://a.example', { HTTPS_PROXY: 'http://p:1', https_proxy: 'http://q:2' }, 'http://q:2'],
  ['https://a.example', { HTTP_PROXY: 'http://p:1' }, 'direct'],
  ['http://a.example', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ['http://a.example', { http_proxy: 'http://p:1' }, 'http://p:1'],
  ['http://a.example', { HTTPS_PROXY: 'http://p:1' }, 'direct'],
  ['http://a.example', { ALL_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://a.example', { all_proxy: 'p:1' }, 'http://p:1'],
  ['https://a.example', { HTTPS_PROXY: '', ALL_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example' }, 'direct'],
  ['https://a.example', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example' }, 'direct'],
  ['https://a.example', { HTTPS_PROXY: 'socks5://me:secret@p:1' }, 'unusable'],
  ['https://a.example', { HTTPS_PROXY: 'http://' }, 'unusable'],
])('%s with %o goes %s', (url, env, expected) => {
  const route = proxyFor(new URL(url), env);
  expect(route.kind === 'proxy' ? route.proxy.origin : route.kind).toBe(expected);
});

it('says of a SOCKS proxy what is supported, and never its password', () => {
  const route = proxyFor(new URL('https://a.example'), { ALL_PROXY: 'socks5://me:secret@p:1080' });
  expect(route).toMatchObject({ kind: 'unusable' });
  const message = route.kind === 'unusable' ? route.message : '';
  expect(message).toContain('SOCKS');
  expect(message).toContain('ALL_PROXY');
  expect(message).not.toContain('secret');
});
