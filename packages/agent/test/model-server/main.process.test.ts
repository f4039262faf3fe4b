import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';

const MAIN = fileURLToPath(new URL('../support/model-server/main.ts', import.meta.url));
const started = z.object({ address: z.string(), pid: z.number() });
const report = z.object({
  requests: z.array(z.object({ bytes: z.number() })),
  problems: z.array(z.string()),
});

it('serves from a process of its own, takes a script, tells what came, and ends with its input', async () => {
  const child = spawn(process.execPath, ['--conditions=sluice-source', MAIN], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
    const { address } = started.parse(JSON.parse(String(line)));
    const put = (script: string): Promise<Response> =>
      fetch(`${address}/script`, { method: 'PUT', body: script });
    expect((await put('[{"content":[{"type":"text","text":"from the script"}]}]')).status).toBe(204);
    const refused = await put('[{"content":[{"type":"song"}]}]');
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('[0]')]);
    const answer = await fetch(`${address}/v1/messages`, { method: 'POST', body: '{}' });
    expect(await answer.text()).toContain('from the script');
    const told = report.parse(await (await fetch(`${address}/report`)).json());
    expect(told.requests).toEqual([{ bytes: 2 }]);
    expect(told.problems).toContain('request 0: there are no messages.');
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});
