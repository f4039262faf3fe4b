import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { emptyDirectory, sluice, startSluice, type Ended } from './packed.ts';

const example = join(import.meta.dirname, '../../examples/mcp-login');
const memory = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-memory/dist/index.js');

/** The installed command in a project and with a home of its own. */
function project(): { readonly cwd: string; readonly env: { readonly HOME: string } } {
  const [cwd, home] = [emptyDirectory(), emptyDirectory()];
  mkdirSync(join(cwd, '.git'));
  return { cwd, env: { HOME: home } };
}

async function firstLine(stream: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line);
    if (found !== null) return found[0];
  }
  throw new Error(`Nothing matches ${pattern}.`);
}

/** Starts the example's server; answers with its address. */
async function startTracker(): Promise<string> {
  const child = spawn(process.execPath, [join(example, 'tracker.js'), '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  });
  return firstLine(child.stdout, /^http.*$/);
}

it('adds a remote server, logs in, works with its tools, and logs out', async () => {
  const url = await startTracker();
  const place = project();
  const added = sluice(['mcp', 'add', 'tracker', '--transport', 'http', url], place);
  expect(added).toMatchObject({ status: 0, stderr: '' });
  const hint = 'It requires a login. Run: sluice mcp login tracker';
  expect(sluice(['mcp', 'list'], place).stdout).toBe(`tracker  needs a login  (local: ${url})\n  ${hint}\n`);

  const prompt = ['-p', 'Close the issues that are fixed.', '--allowedTools', 'mcp__tracker'];
  const work = [...prompt, '--model', `replay:${join(example, 'session.sse')}`];
  expect(sluice(work, place).stderr).toContain(`The MCP server "tracker" can't be used. ${hint}\n`);

  // Someone without a browser opens the page elsewhere, and pastes the address that it ends at.
  const login = startSluice(['mcp', 'login', 'tracker', '--no-browser'], place);
  const page = await firstLine(login.stderr, /http\S*\/authorize\S*/);
  const { headers } = await fetch(page, { redirect: 'manual' });
  login.child.stdin?.write(`${headers.get('location')}\n`);
  expect(await login.status).toBe(0);

  expect(sluice(['mcp', 'list'], place).stdout).toBe(`tracker  connected, 2 tools  (local: ${url})\n`);
  expect(sluice(['mcp', 'get', 'tracker'], place).stdout).toContain(
    'tools:     mcp__tracker__list_issues\n           mcp__tracker__close_issue\n',
  );
  expect(sluice(work, place)).toMatchObject({
    status: 0,
    stdout: 'Done: issue 1 is closed, and issue 2 stays open.\n',
    stderr: expect.not.stringMatching(/denied|can't be used/),
  });

  const logins = join(place.env.HOME, '.local/state/sluice/mcp-auth');
  const kept = readdirSync(logins).map((name) => readFileSync(join(logins, name), 'utf8'));
  const [, token = ''] = /"access_token":"([^"]+)"/.exec(kept.join('')) ?? [];
  for (const said of ['removed the login for tracker', 'there is no login for tracker'])
    expect(sluice(['mcp', 'logout', 'tracker'], place)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(said),
    });
  expect(sluice(['mcp', 'list'], place).stdout).toContain('needs a login');

  // A program that has the token takes the place of the login.
  const settings = { mcp: { credentialCommand: `test "$SLUICE_MCP_SERVER" = tracker && echo ${token}` } };
  mkdirSync(join(place.env.HOME, '.sluice'), { recursive: true });
  writeFileSync(join(place.env.HOME, '.sluice/settings.json'), JSON.stringify(settings));
  expect(sluice(['mcp', 'list'], place).stdout).toBe(`tracker  connected, 2 tools  (local: ${url})\n`);
});

it('starts a server of .mcp.json only after its approval, and as it was approved', () => {
  const { cwd, env } = project();
  const file = join(cwd, '.mcp.json');
  const write = (more: object): void =>
    writeFileSync(
      file,
      JSON.stringify({ mcpServers: { memory: { command: process.execPath, args: [memory], ...more } } }),
    );
  const list = (): Ended => sluice(['mcp', 'list'], { cwd, env });
  write({});
  expect(list().stdout).toMatch(/^memory {2}not approved[^]*sluice mcp approve memory/);
  const prompt = ['-p', 'x', '--model', `replay:${join(example, 'session.sse')}`];
  expect(sluice(prompt, { cwd, env }).stderr).toContain(
    'The MCP server "memory" was not started. It comes from the project, and you have not approved it. To start it: sluice mcp approve memory',
  );
  expect(sluice(['mcp', 'approve', 'memory'], { cwd, env })).toMatchObject({ status: 0, stderr: '' });
  expect(list().stdout).toMatch(/^memory {2}connected, 9 tools/);
  write({ env: { NODE_OPTIONS: '--require ./evil.js' } });
  expect(list().stdout).toMatch(/^memory {2}not approved[^]*Its entry has changed/);
});
