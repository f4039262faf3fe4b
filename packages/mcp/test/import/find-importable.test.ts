import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findImportable } from '../../src/import/find-importable.ts';
import { IMPORT_PLACES } from '../../src/import/import-places.ts';
import { parseEntry } from '../../src/config/parse-entry.ts';

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-import-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

function write(directory: string, path: string, text: string): string {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** A server as each program writes it, with comments where those are allowed. */
const FORMS: Readonly<Record<string, string>> = {
  'VS Code': `{ /* mine */ "servers": { "s": { "type": "stdio", "command": "run", "args": ["a"], }, } }`,
  Cursor: `{ "mcpServers": { "s": { "command": "run", "args": ["a"] } } } // end`,
  opencode: `{ "mcp": { "s": { "type": "local", "command": ["run", "a"], "enabled": true } } }`,
  Codex: `# mine\n[mcp_servers.s]\ncommand = "run"\nargs = ["a"]\n`,
  'Gemini CLI': `{ "theme": "x", "mcpServers": { "s": { "command": "run", "args": ["a"] } } }`,
  'Claude Desktop': `{ "mcpServers": { "s": { "command": "run", "args": ["a"] } } }`,
};

it.each(IMPORT_PLACES.map((place) => [place.program, place.base, place.path, place] as const))(
  'reads servers of %s in the %s: %s',
  async (program, base, path) => {
    const [project, home] = [scratch(), scratch()];
    const file = write(base === 'project' ? project : home, path, FORMS[program] ?? '');
    const { servers, problems } = await findImportable(project, home);
    expect(problems).toEqual([]);
    expect(servers).toMatchObject([{ name: 's', program, base, file }]);
    const parsed = parseEntry(servers[0]?.entry ?? {}, 'local', { env: {}, projectRoot: project });
    expect(parsed).toMatchObject({ ok: true, entry: { connection: { command: 'run', args: ['a'] } } });
  },
);

it.each([
  [
    '.codex/config.toml',
    `[mcp_servers.s]
url = "https://s.example/mcp"
bearer_token_env_var = "TOKEN"
env_http_headers = { "X-Team" = "TEAM" }
http_headers = { "X-Plain" = "1" }
tool_timeout_sec = 1.5
enabled = false`,
    {
      type: 'http',
      url: 'https://s.example/mcp',
      headers: { 'X-Plain': '1', 'X-Team': '${TEAM}', Authorization: 'Bearer ${TOKEN}' },
      timeout: 1_500,
      enabled: false,
    },
  ],
  [
    '.gemini/settings.json',
    '{"mcpServers":{"s":{"httpUrl":"https://s.example/mcp","trust":true}}}',
    { type: 'http', url: 'https://s.example/mcp' },
  ],
  [
    '.gemini/settings.json',
    '{"mcpServers":{"s":{"url":"https://s.example/sse"}}}',
    { type: 'sse', url: 'https://s.example/sse' },
  ],
  [
    '.cursor/mcp.json',
    '{"mcpServers":{"s":{"command":"c","alwaysAllow":["x"],"autoApprove":["x"],"trust":true}}}',
    { command: 'c' },
  ],
])('%s becomes an entry of ours, which grants nothing: %s', async (path, text, entry) => {
  const home = scratch();
  write(home, path, text);
  const { servers } = await findImportable(scratch(), home);
  expect(servers.map((server) => server.entry)).toEqual([entry]);
});

it.each([
  ['.vscode/mcp.json', '{"servers": ', 'it is not JSON (ValueExpected in line 1)'],
  ['.codex/config.toml', 'mcp_servers = [', 'it is not valid: Invalid TOML document'],
  ['.cursor/mcp.json', '[]', undefined],
  ['opencode.json', '{"mcp":{"s":"text"}}', undefined],
  ['.cursor/mcp.json', '{"mcpServers":{"__proto__":{"command":"x"}}}', undefined],
])('%s with %s costs that file', async (path, text, problem) => {
  const project = scratch();
  const file = write(project, path, text);
  write(project, '.gemini/settings.json', FORMS['Gemini CLI'] ?? '');
  const { servers, problems } = await findImportable(project, undefined);
  expect(servers.filter(({ name }) => name === 's')).toHaveLength(1);
  expect(problems).toEqual(problem === undefined ? [] : [expect.stringContaining(`${file}: ${problem}`)]);
});
