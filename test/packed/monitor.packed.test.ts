import { expect, it } from 'vitest';
import { startSocketServer } from '../../packages/tools/test/monitor/support/socket-server.ts';
import { scriptedPrint } from './scripted.ts';

it('watches a command, and is woken by its line', async () => {
  const run = await scriptedPrint(
    'Tell me when it is ready.',
    [
      { name: 'ToolSearch', input: { query: 'select:Monitor' } },
      { name: 'Monitor', input: { command: 'echo it is ready', description: 'readiness' } },
      'I am watching.',
      'It is ready.',
    ],
    { args: ['--allowedTools', 'Bash(echo *)'] },
  );
  expect([run.stdout, run.stderr]).toEqual(['I am watching.\nIt is ready.\n', '']);
  expect(run.requests.join('\n')).toMatch(/The watch m[0-9a-f]{8} \(readiness\) tells:\\nit is ready/);
});

it('watches a WebSocket, and is woken by its message', async () => {
  await using server = await startSocketServer((socket) => {
    socket.send('it is ready');
    socket.close(1000);
  });
  const settings = JSON.stringify({
    permissions: { allow: ['WebFetch(domain:127.0.0.1)'] },
    web: { allowPrivate: ['127.0.0.1'] },
  });
  const run = await scriptedPrint(
    'Tell me when it is ready.',
    [
      { name: 'ToolSearch', input: { query: 'select:Monitor' } },
      { name: 'Monitor', input: { ws: { url: server.url }, description: 'readiness' } },
      'I am watching.',
      'It is ready.',
    ],
    { args: ['--settings', settings] },
  );
  expect(run.stdout).toContain('It is ready.');
  expect(run.requests.join('\n')).toMatch(/The watch m[0-9a-f]{8} \(readiness\) tells:\\nit is ready/);
});
