import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from '../print/support/answers.ts';
import { callsMoveAfter } from '../../../src/cli/print/calls-move-after.ts';
import { printPlace, runPrint } from '../print/support/print.ts';

it('a long call goes on in the background, and its result wakes the model', async () => {
  const gate = join(scratch(), 'gate');
  await using server = await startModelServer([
    calls(['mcp__f__late', { gate }]),
    () => {
      writeFileSync(gate, '');
      return words('It takes long.');
    },
    words('It is here.'),
  ]);
  const place = printPlace(server);
  const env = { ...place.env, CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: '1' };
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ hasMore: true }) } });
  const run = await runPrint(
    { ...place, env },
    'Work.',
    ...['--mcp-config', config, '--allowedTools', 'mcp__f'],
  );
  expect(run).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('It is here.') });
  const texts = server.requests.map(({ body }) => JSON.stringify(body));
  expect(texts[1]).toMatch(/the call continues in the background as task c[0-9a-f]{8}\./);
  expect(texts[1]).not.toContain('late, but here');
  expect(texts[2]).toMatch(/has ended: completed.*Its result:.*late, but here/);
});

it.each([
  [undefined, true, 120_000],
  [undefined, false, undefined],
  ['0', true, undefined],
  ['5000', false, 5_000],
  ['soon', true, 120_000],
  ['1e99', false, undefined],
] as const)(
  'with CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS=%s, watched: %s, a call moves after %s',
  (text, isWatched, ms) => {
    expect(callsMoveAfter({ CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: text }, isWatched)).toBe(ms);
  },
);
