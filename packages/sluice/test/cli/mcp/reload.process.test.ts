import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { expect, it } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { isAlive, linesOfFile, until } from '../../../../mcp/test/server/support/until.ts';
import { startRemoteServer } from '../../../../mcp/test/remote/remote-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { runCli } from '../exec/support/cli.ts';
import { calls, words } from '../print/support/answers.ts';
import { BOTH_WAYS, printPlace, startPrint, talkTo, type Talk } from '../print/support/print.ts';

let requests = 0;

/** The states of all servers, by their names. */
async function statesOf(talk: Talk): Promise<Readonly<Record<string, unknown>>> {
  requests += 1;
  const request_id = `status-${requests}`;
  talk.say({ type: 'control_request', request_id, request: { subtype: 'mcp_status' } });
  const { response } = await talk.next({ type: 'control_response', response: { request_id } });
  const told = isJsonObject(response) ? getOwn(response, 'response') : undefined;
  const servers = isJsonObject(told) ? getOwn(told, 'mcpServers') : undefined;
  const list: readonly unknown[] = Array.isArray(servers) ? servers : [];
  return Object.fromEntries(
    list.filter(isJsonObject).map((one) => [String(getOwn(one, 'name')), getOwn(one, 'status')]),
  );
}

const untilStates = (talk: Talk, expected: Readonly<Record<string, unknown>>): Promise<true> =>
  until(async () => (JSON.stringify(await statesOf(talk)) === JSON.stringify(expected) ? true : undefined));

const untilTold = (talk: Talk, text: string): Promise<true> =>
  until(() => (talk.stderr.includes(text) ? true : undefined));

it('servers start and end as their configuration and their approval change, in a session that began without any', async () => {
  await using server = await startModelServer([calls(['mcp__f__say', { words: 'here' }]), words('Done.')]);
  const place = printPlace(server);
  const { cwd, home, env } = place;
  const projectFile = join(cwd, '.mcp.json');
  const [pids, changedPids] = [join(home, 'pids'), join(home, 'changed-pids')];
  const project = (entry: JsonObject): void =>
    writeFileSync(projectFile, JSON.stringify({ mcpServers: { f: entry } }));
  const approve = () => runCli(['mcp', 'approve', 'f'], '', { cwd, env });
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--allowedTools', 'mcp__f'));
  expect(await statesOf(talk)).toEqual({});

  // A project's server waits for a person.
  project(faultEntry({ pids, hasGrandchild: true, ignoresTerm: true }));
  await untilStates(talk, { f: 'pending' });
  await untilTold(talk, '"f" was not started. It comes from the project, and you have not approved it.');
  expect(await approve()).toMatchObject({ status: 0 });
  await untilStates(talk, { f: 'connected' });
  const old = await linesOfFile(pids, 2);

  // The model can call its tools from now on.
  talk.prompt('Work.');
  const result = await talk.next({ type: 'user' });
  expect(JSON.stringify(result['message'])).toContain('"text":"here"');
  await talk.next({ type: 'result' });

  // Another entry is another server: the old one ends, and the new one waits for a person.
  project(faultEntry({ pids: changedPids }));
  await untilStates(talk, { f: 'pending' });
  await until(() => (old.some((pid) => isAlive(Number(pid))) ? undefined : true));
  await untilTold(talk, 'Its entry has changed since you approved it');
  expect(await approve()).toMatchObject({ status: 0 });
  await untilStates(talk, { f: 'connected' });
  const [changedPid = ''] = await linesOfFile(changedPids, 1);

  // A file that is being written keeps its servers.
  writeFileSync(projectFile, '{ "mcpServers": ');
  mkdirSync(join(home, '.sluice'), { recursive: true });
  const own = { mcpServers: { g: faultEntry({}) } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify(own));
  await untilStates(talk, { f: 'connected', g: 'connected' });
  expect(isAlive(Number(changedPid))).toBe(true);

  rmSync(projectFile);
  await untilStates(talk, { g: 'connected' });
  await until(() => (isAlive(Number(changedPid)) ? undefined : true));
  expect(await talk.end()).toBe(0);
});

it('a server that settings forbid in a session ends, and is there again when they no longer do; its hooks run', async () => {
  const turn = [calls(['Glob', { pattern: '*' }]), words('Done.')];
  await using server = await startModelServer([...turn, ...turn]);
  const place = printPlace(server);
  const { home } = place;
  const pids = join(home, 'pids');
  mkdirSync(join(home, '.sluice'), { recursive: true });
  const denial = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'no globs',
  };
  const input = { words: JSON.stringify({ hookSpecificOutput: denial }) };
  const guard = { type: 'mcp_tool', server: 'f', tool: 'say', input };
  const hooks = { PreToolUse: [{ matcher: 'Glob', hooks: [guard] }] };
  const settings = (more: JsonObject): void =>
    writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify({ hooks, ...more }));
  settings({});
  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  expect(await statesOf(talk)).toEqual({});
  const own = { mcpServers: { f: faultEntry({ pids }) } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify(own));
  await untilStates(talk, { f: 'connected' });
  const [first = ''] = await linesOfFile(pids, 1);
  // The session began without servers, and its hooks that call one work all the same, before any other change.
  const isDenied = async (): Promise<void> => {
    talk.prompt('Work.');
    expect(JSON.stringify((await talk.next({ type: 'user' }))['message'])).toContain('no globs');
    await talk.next({ type: 'result' });
  };
  await isDenied();
  settings({ deniedMcpServers: [{ serverName: 'f' }] });
  await untilStates(talk, { f: 'disabled' });
  await until(() => (isAlive(Number(first)) ? undefined : true));
  settings({});
  await untilStates(talk, { f: 'connected' });
  await isDenied();
  expect(await talk.end()).toBe(0);
});

it('what --mcp-config names stays as it was at the start', async () => {
  await using server = await startModelServer([]);
  const place = printPlace(server);
  const [file, mark] = [join(place.cwd, 'servers.json'), join(place.home, 'started')];
  const write = (servers: JsonObject): void => writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  write({ f: faultEntry({}) });
  const talk = talkTo(startPrint(place, ...BOTH_WAYS, '--mcp-config', file));
  await untilStates(talk, { f: 'connected' });
  const touching = { command: '/bin/sh', args: ['-c', `touch ${mark}`] };
  write({ f: touching, h: touching });
  // A change that is noticed shows that the other one was read, too.
  mkdirSync(join(place.home, '.sluice'), { recursive: true });
  const own = { mcpServers: { f: touching, g: faultEntry({}) } };
  writeFileSync(join(place.home, '.sluice/mcp.json'), JSON.stringify(own));
  await until(async () => ((await statesOf(talk))['g'] === 'connected' ? true : undefined));
  expect(await statesOf(talk)).toEqual({ f: 'connected', g: 'connected' });
  expect(await talk.end()).toBe(0);
  expect(existsSync(mark)).toBe(false);
});

it('a server at which the user logs in while a session runs joins it', async () => {
  await using remote = await startRemoteServer();
  remote.switches.tokens = new Set();
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const { cwd, home } = place;
  mkdirSync(join(home, '.sluice'));
  const own = { mcpServers: { far: { type: 'http', url: remote.url } } };
  writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify(own));
  const talk = talkTo(startPrint(place, ...BOTH_WAYS));
  await untilStates(talk, { far: 'needs-auth' });
  // It does what a browser would.
  const visit = `fetch(process.argv[1])`;
  const browser = `#!/bin/sh\nexec '${process.execPath}' -e '${visit}' "$1"\n`;
  writeFileSync(join(home, 'xdg-open'), browser, { mode: 0o755 });
  const env = { ...place.env, DISPLAY: ':9', PATH: `${home}:${process.env['PATH']}` };
  expect(await runCli(['mcp', 'login', 'far'], '', { cwd, env })).toMatchObject({ status: 0 });
  await untilStates(talk, { far: 'connected' });
  expect(await talk.end()).toBe(0);
});
