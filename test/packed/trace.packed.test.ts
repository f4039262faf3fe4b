import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject, it } from 'vitest';
import { emptyDirectory, sluice } from './packed.ts';
import { scriptedPrint } from './scripted.ts';

it('writes a session as a page of one file', async () => {
  const cwd = emptyDirectory();
  const call = { name: 'Bash', input: { command: 'echo </script>' } };
  await scriptedPrint('Say something.', [call, 'Said.'], { cwd });
  const env = { HOME: join(inject('packedDirectory'), 'home') };
  const { status, stdout, stderr } = sluice(['trace', '--out', 'trace.html'], { cwd, env });
  expect([status, stderr]).toEqual([0, expect.stringContaining('(Say something.)')]);
  expect(stdout).toMatch(/\/trace\.html\n$/);
  const page = readFileSync(join(cwd, 'trace.html'), 'utf8');
  expect(page).toContain('echo \\u003c/script\\u003e');
  expect(page.match(/<\/script>/g)).toHaveLength(2);
});

it('sends spans to an OpenTelemetry receiver that the environment names', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(body);
      response.end('{}');
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  };
  const call = { name: 'Bash', input: { command: 'echo hello' } };
  const { status, stderr } = await scriptedPrint('Say something.', [call, 'Said.'], { env });
  server.close();
  expect([status, stderr]).toEqual([0, '']);
  expect(received.join('\n')).toContain('"name":"execute_tool Bash"');
  expect(received.join('\n')).not.toContain('echo hello');
});
