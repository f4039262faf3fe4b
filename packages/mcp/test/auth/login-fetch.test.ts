import { expect, it } from 'vitest';
import { loginFetch } from '../../src/auth/login-fetch.ts';

it.each([
  ['https://mcp.example/mcp', 'https://auth.example/token', true],
  ['http://mcp.lan:8080/mcp', 'http://mcp.lan:8080/.well-known/oauth-protected-resource', true],
  ['http://127.0.0.1:1/mcp', 'http://localhost:2/token', true],
  ['http://[::1]:1/mcp', 'http://127.0.0.1:2/token', true],
  ['https://mcp.example/mcp', 'http://169.254.169.254/latest/meta-data', false],
  ['https://mcp.example/mcp', 'http://127.0.0.1:8080/admin', false],
  ['https://mcp.example/mcp', 'http://[::1]/admin', false],
  ['https://mcp.example/mcp', 'http://mcp.example/token', false],
  ['http://mcp.lan:8080/mcp', 'http://mcp.lan:8081/token', false],
  ['https://localhost.example/mcp', 'http://localhost/token', false],
  ['https://mcp.example/mcp', 'file:///etc/passwd', false],
])('a login at %s may ask %s: %s', async (server, target, isAsked) => {
  const asked: string[] = [];
  const fetchFn = loginFetch(
    async (input) => {
      asked.push(String(input));
      return new Response();
    },
    [server, undefined],
  );
  if (isAsked) await fetchFn(target);
  else await expect(fetchFn(target)).rejects.toThrow('neither https:// nor its own address');
  expect(asked).toEqual(isAsked ? [target] : []);
});

it('an address that the entry names may be asked', async () => {
  const fetchFn = loginFetch(
    async () => new Response('here'),
    ['https://mcp.example/mcp', 'http://127.0.0.1:9/metadata'],
  );
  expect(await (await fetchFn('http://127.0.0.1:9/token')).text()).toBe('here');
});
