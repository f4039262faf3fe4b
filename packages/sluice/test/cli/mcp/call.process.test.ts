import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { runCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';

const CONFIG = JSON.stringify({
  mcpServers: {
    f: faultEntry({}),
    c: faultEntry({ isChanged: true }),
    more: faultEntry({ hasMore: true }),
    sse: { type: 'sse', url: 'http://127.0.0.1:2/sse' },
    off: { command: 'x', disabled: true },
  },
});

function call(...args: readonly string[]) {
  const home = scratch();
  const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state') };
  return runCli(['mcp', 'call', ...args, '--mcp-config', CONFIG, '--cwd', scratch()], '', { env });
}

describe('sluice mcp call', () => {
  it.each([
    [['f', 'echo', '{"a":1}'], '{"a":1}\n'],
    [['f', 'mcp__f__echo'], '{}\n'],
    [['f', 'structured'], '{"answer":42}\n'],
    [['more', 'slow', '{"a":"aaa"}'], 'checked\n'],
  ])('%j prints the result', async (args, stdout) => {
    expect(await call(...args, '--allow', 'mcp__f', '--allow', 'mcp__more')).toEqual({
      status: 0,
      stdout,
      stderr: '',
    });
  });

  it.each([
    [['f', 'fail'], 1, /^it broke\n$/],
    [['f', 'refuse'], 1, /refused the call \(-32000\): not today/],
    [['f', 'echo', '{}', '--deny', 'mcp__f__echo'], 1, /denied/],
    [['f', 'ecko'], 1, /no tool "ecko"\. Did you mean echo\?/],
    [
      ['more', 'slow', JSON.stringify({ a: `${'a'.repeat(60)}!` })],
      1,
      /^The call did not run: this input can't be checked against the schema of mcp__more__slow \(it took longer than 1 s\)\. The problem is in the schema, not the input\./,
    ],
    // Denied tools are not named.
    [
      ['f', 'ecko', '--deny', 'mcp__f__echo'],
      1,
      /no tool "ecko"\. To see its tools, run: sluice mcp tools f/,
    ],
    [['nobody', 'echo'], 1, /there is no MCP server "nobody"; sluice mcp list shows all/],
    [['see', 'echo'], 1, /there is no MCP server "see"; did you mean sse\?/],
    [
      ['sse', 'echo'],
      1,
      /^.*\. Nothing is listening at http:\/\/127\.0\.0\.1:2\/sse: the connection was refused\. Start/,
    ],
    [['off', 'echo'], 1, /"off" offers no tools\. To see why, run: sluice mcp get off/],
    [['c', 'echo', '{"files":1}'], 1, /The input of mcp__c__echo is, in short, \{ files\?: string \}/],
    [['f'], 2, /pass a server, a tool and its input/],
    [['f', 'echo', '{'], 2, /the input is not a JSON object: /],
    [['f', 'echo', '[1]'], 2, /the input is not a JSON object/],
  ])('%j fails with %i', async (args, status, message) => {
    const run = await call(...args, '--allow', 'mcp__f', '--allow', 'mcp__c');
    expect(run).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
  });

  it('is denied without a rule when no one can be asked, and says which rule would allow it', async () => {
    const run = await call('f', 'echo');
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/Permission denied: no rule allows mcp__f__echo.*--allow RULE/);
  });

  it('runs hooks, and starts no other server', async () => {
    const [cwd, home] = [scratch(), scratch()];
    const [seen, mark] = [join(cwd, 'seen'), join(cwd, 'started')];
    const hooks = {
      PreToolUse: [
        { matcher: 'mcp__f__.*', hooks: [{ type: 'command', command: `cat >${seen}; echo no >&2; exit 2` }] },
      ],
    };
    mkdirSync(join(home, '.sluice'));
    writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify({ hooks }));
    const servers = { f: faultEntry({}), other: { command: '/bin/sh', args: ['-c', `touch ${mark}`] } };
    writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: servers }));
    const args = ['mcp', 'call', 'f', 'echo', '{"a":1}', '--allow', 'mcp__f', '--cwd', cwd];
    const run = await runCli(args, '', { env: { HOME: home, SLUICE_STATE_DIR: join(home, 'state') } });
    expect(run).toMatchObject({ status: 1, stderr: expect.stringContaining('no') });
    expect(JSON.parse(readFileSync(seen, 'utf8'))).toMatchObject({
      tool_name: 'mcp__f__echo',
      tool_input: { a: 1 },
    });
    expect(() => readFileSync(mark)).toThrow(/ENOENT/);
  });

  it.each([
    ['fail', 1, { is_error: true, outcome: 'tool-error' }],
    // The text says the same, so the model isn't told twice: a program gets it as it is.
    ['both', 0, { is_error: false, structuredContent: { a: 1, b: [1] } }],
  ])('prints what a program needs with --json: %s', async (tool, status, expected) => {
    const run = await call('f', tool, '--allow', 'mcp__f', '--json');
    expect(run.status).toBe(status);
    expect(JSON.parse(run.stdout)).toMatchObject(expected);
  });
});

describe('sluice mcp tools', () => {
  const tools = (...args: readonly string[]) =>
    runCli(['mcp', 'tools', ...args, '--mcp-config', CONFIG, '--cwd', scratch()], '', {
      env: { HOME: scratch() },
    });

  it('lists the tools of a server by their own names', async () => {
    const run = await tools('f');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout).toMatch(/^f: \d+ tools\n/);
    expect(run.stdout).toMatch(/\n {2}echo +/);
    expect(JSON.parse((await tools('--json')).stdout)).toContainEqual(
      expect.objectContaining({ name: 'mcp__f__echo', input_schema: expect.anything() }),
    );
  });

  it.each([
    [['nobody'], 1, 'there is no MCP server "nobody"'],
    [['f', 'g'], 2, 'one server, or none'],
  ])('%j says what is wrong', async (args, status, message) => {
    expect(await tools(...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });
});

describe('sluice mcp import', () => {
  const CURSOR = {
    mcpServers: {
      mine: { command: 'run', args: ['a'], env: { A: 'b' } },
      b__d: { command: 'x' },
      asks: { command: 'x', args: ['${input:key}'] },
      odd: { command: 'x', timeout: 5 },
    },
  };

  function place() {
    const [cwd, home] = [scratch(), scratch()];
    mkdirSync(join(cwd, '.git'));
    mkdirSync(join(cwd, '.cursor'));
    writeFileSync(join(cwd, '.cursor/mcp.json'), JSON.stringify(CURSOR));
    const mcp = (...args: readonly string[]) => runCli(['mcp', ...args], '', { cwd, env: { HOME: home } });
    return { cwd, home, mcp };
  }

  it('lists what there is, shows it, and writes it once', async () => {
    const { cwd, home, mcp } = place();
    expect((await mcp('list')).stdout).toContain('4 servers of Cursor can be imported: sluice mcp import\n');
    const listed = await mcp('import');
    expect(listed.stdout).toContain(`mine  (Cursor, ${join(cwd, '.cursor/mcp.json')}: run a)\n`);
    expect(() => readFileSync(join(home, '.sluice/mcp.json'))).toThrow(/ENOENT/);
    const run = await mcp('import', 'mine', '--scope', 'user');
    expect(run).toMatchObject({ status: 0, stderr: '' });
    // All of it: the variables decide what runs.
    expect(run.stdout).toContain('  "env": {"A":"b"}\n');
    expect(JSON.parse(readFileSync(join(home, '.sluice/mcp.json'), 'utf8'))).toEqual({
      mcpServers: { mine: CURSOR.mcpServers.mine },
    });
    const again = await mcp('import', 'mine');
    expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('sluice mcp remove mine') });
  });

  it.each([
    [['--all'], 1, 'b__d'],
    [['asks'], 1, '"asks" was not imported: ${input:key} is not supported: write ${NAME}'],
    [['odd'], 0, '"odd": "timeout" must be a number'],
    [['nobody'], 1, 'there is no MCP server "nobody" to import'],
    [['mine', '--all'], 2, 'pass names of servers, or --all'],
    [['--from', 'vim'], 1, 'no servers of this program were found; found: Cursor'],
    [['--scope', 'x'], 2, '--scope is local, user or project'],
  ])('%j says what is wrong', async (args, status, message) => {
    const { mcp } = place();
    expect(await mcp('import', ...args)).toMatchObject({ status, stderr: expect.stringContaining(message) });
  });
});

describe('sluice mcp confirm', () => {
  it('accepts what a server has changed of its tools, which rules of settings do not cover until then', async () => {
    const [cwd, home] = [scratch(), scratch()];
    const env = { HOME: home, SLUICE_STATE_DIR: join(home, 'state') };
    const run = (...args: readonly string[]) => runCli(['mcp', ...args, '--cwd', cwd], '', { env });
    mkdirSync(join(home, '.sluice'));
    writeFileSync(
      join(home, '.sluice/settings.json'),
      JSON.stringify({ permissions: { allow: ['mcp__f'] } }),
    );
    // The entry stays as it is: what the server offers comes from a file.
    const faults = join(home, 'faults.json');
    const { command, args } = faultEntry({});
    const [script = ''] = Array.isArray(args) ? args : [];
    const entry = { command: '/bin/sh', args: ['-c', `exec "$0" "$1" "$(cat ${faults})"`, command, script] };
    writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: { f: entry } }));

    writeFileSync(faults, '{}');
    expect(await run('call', 'f', 'echo')).toMatchObject({ status: 0, stderr: '' });
    expect((await run('confirm', 'f')).stdout).toBe('No tool of f has changed since it was allowed.\n');

    writeFileSync(faults, '{"isChanged":true}');
    const denied = await run('call', 'f', 'echo');
    expect(denied).toMatchObject({ status: 1, stdout: '' });
    expect(denied.stderr).toMatch(
      /mcp__f__echo has changed since .*attacker.*new parameters: files.* or run: sluice mcp confirm f/,
    );
    expect(await run('call', 'f', 'say', '{"words":"same"}')).toMatchObject({ status: 0, stdout: 'same\n' });

    const confirmed = await run('confirm', 'f');
    expect(confirmed).toMatchObject({ status: 0, stderr: '' });
    expect(confirmed.stdout).toMatch(/^mcp__f__echo: its description was .*attacker.*\nAccepted: /);
    expect(await run('call', 'f', 'echo')).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    [['g'], 1, /there is no MCP server "g"/],
    [[], 2, /pass the name of one server/],
  ])('%j fails with %i', async (args, status, message) => {
    const env = { HOME: scratch() };
    const run = await runCli(['mcp', 'confirm', ...args, '--mcp-config', CONFIG, '--cwd', scratch()], '', {
      env,
    });
    expect(run).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(message) });
  });
});
