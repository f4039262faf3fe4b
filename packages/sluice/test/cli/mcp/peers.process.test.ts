import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

const require = createRequire(import.meta.url);

/** The protocol's reference servers: how many tools each has, and a call with what its result holds. */
it.each([
  // It has two more for clients that answer questions and requests for a model's text.
  ['everything', 14, 'get-sum', { a: 1, b: 2 }, 'The sum of 1 and 2 is 3.'],
  ['filesystem', 14, 'read_text_file', { path: 'notes.txt' }, 'remember'],
  ['memory', 9, 'read_graph', {}, '"entities": []'],
  [
    'sequential-thinking',
    1,
    'sequentialthinking',
    { thought: 'x', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    '"thoughtNumber": 1',
  ],
] as const)(
  'the reference server %s has %i tools, and answers %s',
  async (server, count, tool, input, words) => {
    const [cwd, home] = [scratch(), scratch()];
    writeFileSync(join(cwd, 'notes.txt'), 'remember\n');
    const program = require.resolve(`@modelcontextprotocol/server-${server}/dist/index.js`);
    const args = server === 'filesystem' ? [program, cwd] : [program];
    const env = server === 'memory' ? { MEMORY_FILE_PATH: join(home, 'graph.jsonl') } : {};
    const config = JSON.stringify({ mcpServers: { peer: { command: process.execPath, args, env } } });
    const mcp = (...words: readonly string[]) =>
      runCli(['mcp', ...words, '--mcp-config', config], '', { cwd, env: { HOME: home } });
    const listed: unknown = JSON.parse((await mcp('tools', 'peer', '--json')).stdout);
    expect(listed).toHaveLength(count);
    const path = 'path' in input ? { path: join(cwd, input.path) } : {};
    const called = await mcp(
      'call',
      'peer',
      tool,
      JSON.stringify({ ...input, ...path }),
      '--allow',
      'mcp__peer',
    );
    expect(called).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(words) });
  },
);
