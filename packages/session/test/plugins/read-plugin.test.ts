import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
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

const PLACE = { cwd: '/', env: {}, home: '/home/alice', hasServers: true };

test('the programs of a plugin get its directories as variables: hooks, and servers that are started', () => {
  const [own, remote] = [
    { command: 'node', env: { KEY: '1' } },
    { type: 'http', url: 'http://127.0.0.1:1' },
  ];
  const hooks = { PreToolUse: [] };
  const directory = plugin({
    'hooks/hooks.json': { hooks },
    '.mcp.json': { mcpServers: { own, plain: { command: 'node' }, remote } },
  });
  const read = readPlugin(directory, PLACE);
  if (!read.ok) throw new Error(read.message);
  const variables = {
    CLAUDE_PLUGIN_ROOT: directory,
    CLAUDE_PLUGIN_DATA: `/home/alice/.claude/plugins/data/${basename(directory)}-inline`,
  };
  expect(JSON.parse(read.plugin.servers ?? '')).toEqual({
    mcpServers: {
      own: { command: 'node', env: { ...variables, KEY: '1' } },
      plain: { command: 'node', env: variables },
      remote,
    },
  });
  expect(read.plugin.hooks).toMatchObject({ value: hooks, plugin: read.plugin.directories });
});

test('servers may be named without "mcpServers", and their own variables win', () => {
  const directory = plugin({
    '.mcp.json': { own: { command: 'node', env: { CLAUDE_PLUGIN_ROOT: 'mine', CLAUDE_PLUGIN_DATA: 'too' } } },
  });
  const read = readPlugin(directory, PLACE);
  if (!read.ok) throw new Error(read.message);
  expect(JSON.parse(read.plugin.servers ?? '')).toEqual({
    mcpServers: { own: { command: 'node', env: { CLAUDE_PLUGIN_ROOT: 'mine', CLAUDE_PLUGIN_DATA: 'too' } } },
  });
});

test.each([
  ['a name with a dot', { name: 'to.ols' }, {}, '/home/alice/.claude/plugins/data/to-ols-inline'],
  [
    'a moved configuration',
    { name: 'tools' },
    { CLAUDE_CONFIG_DIR: '/else' },
    '/else/plugins/data/tools-inline',
  ],
])(
  'the data of a plugin is where Claude Code keeps it, and its files can name it: %s',
  (_, manifest, env, data) => {
    const hook = { type: 'command', command: '${CLAUDE_PLUGIN_DATA}/run' };
    const directory = plugin({
      '.claude-plugin/plugin.json': manifest,
      'hooks/hooks.json': { hooks: { Stop: [{ hooks: [hook] }] } },
    });
    const read = readPlugin(directory, { ...PLACE, env });
    if (!read.ok) throw new Error(read.message);
    expect(read.plugin.directories).toEqual({ root: directory, data });
    expect(read.plugin.hooks?.text).toContain(`${data}/run`);
  },
);
