import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, STREAM } from './support/print.ts';
import { lastMessages } from './support/sent.ts';

test('a file that has not changed is shown again only where the conversation no longer holds it', async () => {
  const path = 'tale.txt';
  const read = (id: string) => calls(['Read', { file_path: path }, id]);
  await using server = await startModelServer([
    read('toolu_1'),
    { ...read('toolu_2'), usage: { inputTokens: 190_000 } },
    words('A summary of it all.'),
    read('toolu_3'),
    read('toolu_4'),
    words('Done.'),
  ]);
  const place = printPlace(server);
  writeFileSync(join(place.cwd, path), 'once upon a time\n'.repeat(120));
  const { stdout, status } = await runPrint(place, 'read it', ...STREAM);
  expect([status, server.problems]).toEqual([0, []]);

  const results = parseLines(stdout).filter(({ type, tool_use_result: view }) => type === 'user' && view);
  expect(results.map(({ tool_use_result: view }) => view)).toMatchObject([
    { type: 'text', file: { totalLines: 120 } },
    { type: 'file_unchanged', file: { filePath: join(place.cwd, path) } },
    { type: 'text', file: { totalLines: 120 } },
    { type: 'file_unchanged', file: { filePath: join(place.cwd, path) } },
  ]);
  const said = JSON.stringify(results);
  expect(said.match(/The same \d+ characters as the result of call toolu_[13] above/g)).toHaveLength(2);
  const sent = JSON.stringify(lastMessages(server));
  expect(sent).toContain('A summary of it all.');
  expect(sent.match(/once upon a time/g)).toHaveLength(120);
});
