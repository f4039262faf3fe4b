import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPlugin } from '../../src/plugins/read-plugin.ts';

function plugin(files: Readonly<Record<string, object>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'plugin-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), JSON.stringify(content));
  }
  return directory;
}

test('the programs of a plugin get its directory as a variable: hooks, and servers that are started', () => {
  const [own, remote] = [
    { command: 'node', env: { KEY: '1' } },
    { type: 'http', url: 'http://127.0.0.1:1' },
  ];
  const hooks = { PreToolUse: [] };
  const directory = plugin({
    'hooks/hooks.json': { hooks },
    '.mcp.json': { mcpServers: { own, plain: { command: 'node' }, remote } },
  });
  const read = readPlugin(directory, '/', true);
  if (!read.ok) throw new Error(read.message);
  const root = { CLAUDE_PLUGIN_ROOT: directory };
  expect(JSON.parse(read.plugin.servers ?? '')).toEqual({
    mcpServers: {
      own: { command: 'node', env: { ...root, KEY: '1' } },
      plain: { command: 'node', env: root },
      remote,
    },
  });
  expect(read.plugin.hooks).toMatchObject({ value: hooks, pluginRoot: directory });
});

test('servers may be named without "mcpServers", and their own variables win', () => {
  const directory = plugin({
    '.mcp.json': { own: { command: 'node', env: { CLAUDE_PLUGIN_ROOT: 'mine' } } },
  });
  const read = readPlugin(directory, '/', true);
  if (!read.ok) throw new Error(read.message);
  expect(JSON.parse(read.plugin.servers ?? '')).toEqual({
    mcpServers: { own: { command: 'node', env: { CLAUDE_PLUGIN_ROOT: 'mine' } } },
  });
});
