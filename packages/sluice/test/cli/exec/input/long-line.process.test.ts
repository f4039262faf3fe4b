import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const fixture = fileURLToPath(new URL('fixtures/long-line.ts', import.meta.url));

// The cap is 16 MB; the rest of the allowance is what the collector may leave lying for a while.
const CAP_AND_SLACK_MEGABYTES = 16 + 24;

it.each([
  ['JSON lines', '{"a":"', '"}\n{"type":"tool_use","id":"a","name":"Read","input":{}}\n', 1],
  [
    'an event stream',
    'data: {"a":"',
    '"}\n\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"Read"}}\n\n' +
      'data: {"type":"content_block_stop","index":0}\n\ndata: {"type":"message_stop"}\n\n',
    1,
  ],
])('skips a line of 100 MB in %s in bounded memory and goes on', async (_, head, foot, line) => {
  const { stdout } = await run(process.execPath, ['--conditions=sluice-source', fixture, head, foot]);
  const found: unknown = JSON.parse(stdout);
  expect(found).toMatchObject({
    items: [{ code: 'line-too-long', line }, { type: 'call', id: 'a' }, { type: 'message-end' }],
  });
  expect(found).toHaveProperty(
    'grownMegabytes',
    expect.toSatisfy((grown: number) => grown < CAP_AND_SLACK_MEGABYTES),
  );
});
