import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { loadSettings, trustDirectory } from '@sluice/settings';
import { describe, expect, it, onTestFinished } from 'vitest';
import { saveApproval } from '../../src/config/approvals.ts';
import { clientServer } from '../../src/config/client-server.ts';
import { findServers, withClientServers, type FindServersOptions } from '../../src/config/find-servers.ts';
import { IMPORT_PLACES } from '../../src/import/import-places.ts';

interface Place {
  readonly root: string;
  write(path: string, value: JsonObject | string): void;
  find(more?: Partial<FindServersOptions>): ReturnType<typeof findServers>;
  /** Name, scope and state of each. */
  states(more?: Partial<FindServersOptions>): readonly string[];
  readonly place: { readonly home: string; readonly env: object };
}

/** A repository with a directory in it, and a home and policies of its own. */
function makePlace(cwd = 'repository'): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice mcp ')));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const directory of ['repository/.git', 'repository/sub', 'home/.sluice', 'managed'])
    mkdirSync(join(root, directory), { recursive: true });
  const base = {
    cwd: join(root, cwd),
    home: join(root, 'home'),
    env: { SET: 'value' },
    managedDirectories: [join(root, 'managed')],
  };
  const find: Place['find'] = (more = {}) => {
    const { setting, trustRoot, isTrusted } = loadSettings(base);
    return findServers({
      ...base,
      trustRoot,
      isTrusted,
      flags: [],
      isStrict: false,
      sources: undefined,
      setting,
      ...more,
    });
  };
  return {
    root,
    find,
    place: base,
    write(path, value) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    },
    states: (more) => find(more).servers.map(({ name, scope, start }) => `${name} ${scope} ${start.status}`),
  };
}

const named = (...names: readonly string[]): JsonObject => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: name }])),
});
const flag = (...names: readonly string[]): string => JSON.stringify(named(...names));

/** A project's server whose entry is nested 200,000 deep. */
function deep(open: string, close: string): string {
  return `{"mcpServers":{"a":{"command":"a","x":${open.repeat(200_000)}1${close.repeat(200_000)}}}}`;
}

describe('servers are found', () => {
  it('in all places, and the higher place wins as a whole', () => {
    const { root, write, find, states } = makePlace('repository/sub');
    const repository = join(root, 'repository');
    write('repository/.mcp.json', named('top', 'near', 'local', 'user'));
    write('repository/sub/.mcp.json', { mcpServers: { near: { command: 'nearer' } } });
    write('home/.sluice/mcp.json', {
      ...named('user', 'mine'),
      projects: { [repository]: named('local', 'flag') },
    });
    write('home/.claude.json', {
      ...named('mine', 'other'),
      projects: { [repository]: named('theirs'), '/else': named('no') },
    });
    expect(states({ flags: [flag('flag')] })).toEqual([
      'flag flag ready',
      'local local ready',
      'mine user ready',
      'near project pending-approval',
      'other user ready',
      'theirs local ready',
      'top project pending-approval',
      // The project's entry wins over the user's, and waits.
      'user project pending-approval',
    ]);
    expect(find().servers.find(({ name }) => name === 'near')?.raw).toEqual({ command: 'nearer' });
    expect(states({ flags: [flag('a'), flag('b')], isStrict: true })).toEqual([
      'a flag ready',
      'b flag ready',
    ]);
    expect(states({ sources: ['user'] })).toEqual(['mine user ready', 'other user ready', 'user user ready']);
    expect(states({ sources: [] })).toEqual([]);
  });

  it('in the last flag first, as JSON or a file from the start directory', () => {
    const { write, find } = makePlace();
    write('repository/servers.json', { mcpServers: { a: { command: 'file' } } });
    expect(
      find({ flags: ['servers.json', '{"mcpServers":{"a":{"command":"text"}}}'] }).servers[0]?.raw,
    ).toEqual({ command: 'text' });
    expect(find({ flags: ['nowhere.json'] }).errors).toEqual([
      expect.stringContaining('there is no such file'),
    ]);
  });

  it('in no file that is broken, and the rest counts', () => {
    const { write, find } = makePlace();
    write('repository/.mcp.json', '{"mcpServers": {');
    write('home/.sluice/mcp.json', { mcpServers: { good: { command: 'x' }, bad: 7 } });
    const { servers, problems } = find();
    expect(servers.map(({ name }) => name)).toEqual(['good']);
    expect(problems).toEqual([
      expect.stringMatching(/\.mcp\.json:1:17: it is not JSON: the file ends too early/),
      expect.stringContaining('"bad" must be an object'),
    ]);
  });

  it.each([
    ['an empty file', '', 'is not JSON'],
    ['a comma too many', '{"a": 1,}', ':1:8: it is not JSON: there is an extra comma before }.'],
    ['a list', '[]', 'must contain an object'],
    ['a number', '5', 'must contain an object'],
    ['the key of another program', '{"servers":{"a":{}}}', 'has "servers" where "mcpServers" is expected'],
    [
      'a map of servers alone',
      '{"a":{"command":"node"}}',
      'has servers without "mcpServers" around them: write { "mcpServers"',
    ],
    ['a list of servers', '{"mcpServers":[]}', '"mcpServers" must be an object'],
    ['an entry that is nested deeply', deep('[', ']'), 'the server "a" is nested more than 128 deep'],
    [
      'an entry with objects nested deeply',
      deep('{"x":', '}'),
      'the server "a" is nested more than 128 deep',
    ],
  ])('and %s of the project is named as the problem', (_title, text, problem) => {
    const { write, find } = makePlace();
    write('home/.sluice/mcp.json', named('good'));
    write('repository/.mcp.json', text);
    const { servers, problems } = find();
    expect(servers.map(({ name, start }) => `${name} ${start.status}`)).toContain('good ready');
    expect(problems).toEqual([expect.stringMatching(/\.mcp\.json/)]);
    expect(problems[0]).toContain(problem);
  });

  it('of a project that could not start with any variables fails, and asks for no approval', () => {
    const { write, find, states } = makePlace();
    const entry = { command: 'x', args: 'a b' };
    write('repository/.mcp.json', { mcpServers: { a: entry, b: { command: '${NOT_SET}' } } });
    expect(states()).toEqual(['a project failed', 'b project pending-approval']);
    expect(find().servers[0]?.start).toMatchObject({ reason: '"args" must be a list of texts.' });
  });

  it('in a policy alone, where it names them', () => {
    const { write, find, states } = makePlace();
    write('home/.sluice/mcp.json', named('mine'));
    write('managed/managed-mcp.json', { mcpServers: { theirs: { command: '${SET}' } } });
    expect(states()).toEqual(['theirs managed ready']);
    expect(find({ flags: [flag('x')] })).toMatchObject({
      servers: [],
      errors: [expect.stringContaining('managed-mcp.json')],
    });
    // A policy that can't be read is not taken for none, and neither is one that names no server.
    for (const none of ['{', '{}', '{ "mcpServers": {} }']) {
      write('managed/managed-mcp.json', none);
      expect(states()).toEqual([]);
    }
  });

  it.each([
    [
      'no policy',
      {},
      ['corp flag ready', 'my.server flag ready', 'my_server user failed', 'other user ready'],
    ],
    [
      'a policy’s managedMcpServers',
      { 'managed/managed-settings.json': { managedMcpServers: { corp: { command: 'c' } } } },
      ['corp managed ready', 'my.server flag ready', 'my_server user failed', 'other user ready'],
    ],
    [
      'a policy’s managed-mcp.json',
      { 'managed/managed-mcp.json': named('corp') },
      ['corp managed ready', 'my.server flag disabled'],
    ],
    [
      'a policy that names no server',
      { 'managed/managed-mcp.json': { mcpServers: {} } },
      ['corp flag disabled', 'my.server flag disabled'],
    ],
  ] as const)('with servers of a client, and %s', (_, files, expected) => {
    const { root, write, find, place } = makePlace();
    write('home/.sluice/mcp.json', named('corp', 'my_server', 'other'));
    for (const [path, value] of Object.entries(files)) write(path, value);
    const { setting } = loadSettings({
      ...place,
      cwd: root,
      env: {},
      managedDirectories: [join(root, 'managed')],
    });
    const channel = { send: () => undefined, close: () => undefined } as never;
    const clients = ['corp', 'my.server'].map((name) => clientServer(name, channel, setting));
    const all = withClientServers(find(), clients);
    expect(all.map(({ name, scope, start }) => `${name} ${scope} ${start.status}`)).toEqual(expected);
  });

  it('in no file of another program, which can only be imported', () => {
    const { write, states } = makePlace();
    for (const base of ['repository', 'home'])
      for (const { path } of IMPORT_PLACES) write(`${base}/${path}`, named('other'));
    expect(states()).toEqual([]);
  });

  it('in a policy with the variables that the program was started with', () => {
    const { write, find } = makePlace();
    const entry = { command: '${SET}' };
    write('managed/managed-mcp.json', { mcpServers: { theirs: entry } });
    const env = { SET: 'of settings' };
    expect(find({ env, startEnv: { SET: 'of the start' } }).servers[0]?.start).toMatchObject({
      entry: { connection: { command: 'of the start' } },
    });
  });

  it('and one with a variable that is not set has failed alone', () => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', { mcpServers: { a: { command: '${NONE}' }, b: { command: '${SET}' } } });
    expect(states()).toEqual(['a user failed', 'b user ready']);
  });

  it.each<[string, JsonObject, string]>([
    ['disabled', { command: 'a', disabled: true }, 'disabled'],
    ['not enabled', { command: 'a', enabled: false }, 'disabled'],
    ['enabled', { command: 'a', enabled: true, disabled: false }, 'ready'],
  ])('%s as their entry says', (_title, entry, state) => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', { mcpServers: { a: entry } });
    expect(states()).toEqual([`a user ${state}`]);
  });
});

describe('a server that a plugin brings', () => {
  const plugin = (...names: readonly string[]) => ({
    path: '/plugin/.mcp.json',
    text: JSON.stringify({
      mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'plugged', trust: true }])),
    }),
  });

  it('comes after all others, is there in strict runs, and is never trusted', () => {
    const { write, find, states } = makePlace();
    write('home/.sluice/mcp.json', named('shared'));
    const plugins = [plugin('shared', 'own'), plugin('own', 'other')];
    expect(states({ plugins })).toEqual(['other plugin ready', 'own plugin ready', 'shared user ready']);
    expect(states({ plugins, flags: [flag('own')], isStrict: true })).toEqual([
      'other plugin ready',
      'own flag ready',
      'shared plugin ready',
    ]);
    const [other] = find({ plugins }).servers;
    expect(other).toMatchObject({ file: '/plugin/.mcp.json', start: { entry: { isTrusted: false } } });
    expect(other?.notices).toEqual(['"trust" works only in your own configuration, and is ignored.']);
  });

  it('is none where a policy names the only servers', () => {
    const { write, states } = makePlace();
    write('managed/managed-mcp.json', named('m'));
    expect(states({ plugins: [plugin('own')] })).toEqual(['m managed ready']);
  });
});

describe('a server of the project', () => {
  it('starts once its entry is approved, until the entry or the repository changes', async () => {
    const { root, write, states, find, place } = makePlace();
    const entry = { command: 'a', args: ['${SET}'], env: { A: '1' } };
    write('repository/.mcp.json', { mcpServers: { a: entry } });
    const [server] = find().servers;
    expect(server?.hash).toMatch(/^[0-9a-f]{64}$/);
    const repository = join(root, 'repository');
    const approval = { repository, server: 'a', hash: server?.hash ?? '', entry };
    expect(await saveApproval(approval, { home: place.home, env: {} })).toMatchObject({ ok: true });
    expect(states()).toEqual(['a project ready']);
    // Formatting, the order of keys and the values of variables are not what was approved.
    write(
      'repository/.mcp.json',
      '{ "mcpServers": { "a": { "env": {"A":"1"},\n "args": ["${SET}"], "command": "a" } } }',
    );
    expect(states({ env: { SET: 'other' } })).toEqual(['a project ready']);
    for (const changed of [
      { ...entry, command: 'b' },
      { ...entry, args: [] },
      { ...entry, env: { A: '2' } },
      { ...entry, cwd: '/' },
    ]) {
      write('repository/.mcp.json', { mcpServers: { a: changed } });
      expect(find().servers[0]?.start).toMatchObject({
        status: 'pending-approval',
        reason: expect.stringContaining('has changed'),
      });
    }
    // The same entry under another name is another server.
    write('repository/.mcp.json', { mcpServers: { b: entry } });
    expect(states()).toEqual(['b project pending-approval']);
    write('repository/.mcp.json', { mcpServers: { a: entry } });
    expect(states({ trustRoot: '/elsewhere' })).toEqual(['a project pending-approval']);
  });

  it('starts by a setting of the user, and by one of the project once that is trusted', async () => {
    const { root, write, states, place } = makePlace();
    write('repository/.mcp.json', named('a', 'b'));
    write('repository/.sluice/settings.json', {
      enableAllProjectMcpServers: true,
      disabledMcpjsonServers: ['b'],
    });
    expect(states()).toEqual(['a project pending-approval', 'b project disabled']);
    await trustDirectory(join(root, 'repository'), { home: place.home, env: {} });
    expect(states()).toEqual(['a project ready', 'b project disabled']);
    write('repository/.sluice/settings.json', {});
    write('home/.sluice/settings.json', { enabledMcpjsonServers: ['b'] });
    expect(states()).toEqual(['a project pending-approval', 'b project ready']);
  });
});

describe("a server of a project's agent file", () => {
  const text = (entry: JsonObject): string => JSON.stringify({ mcpServers: { a: entry } });

  it('is approved like one of .mcp.json, but apart from it, and until its entry changes', async () => {
    const { root, write, states, find, place } = makePlace();
    const entry = { command: 'a', trust: true };
    const repository = join(root, 'repository');
    const from = (one: JsonObject) => ({
      agentFile: { path: join(repository, '.claude/agents/x.md'), text: text(one) },
      isStrict: true,
    });
    write('repository/.mcp.json', { mcpServers: { a: entry } });
    const [plain] = find().servers;
    const approve = (agentFile?: string) =>
      saveApproval(
        { repository, server: 'a', agentFile, hash: plain?.hash ?? '', entry },
        { home: place.home, env: {} },
      );
    await approve();
    expect(states()).toEqual(['a project ready']);
    expect(find(from(entry)).servers[0]).toMatchObject({
      agentFile: '.claude/agents/x.md',
      start: { status: 'pending-approval' },
    });
    await approve('.claude/agents/x.md');
    expect(states()).toEqual(['a project ready']);
    expect(find(from(entry)).servers[0]?.start).toMatchObject({
      status: 'ready',
      entry: { isTrusted: false },
    });
    expect(states(from({ ...entry, args: ['b'] }))).toEqual(['a project pending-approval']);
  });

  it('is none where a policy names the only servers', () => {
    const { root, write, find } = makePlace();
    write('managed/managed-mcp.json', named('m'));
    const path = join(root, 'repository/.claude/agents/x.md');
    const { servers, problems } = find({ agentFile: { path, text: text({ command: 'a' }) }, isStrict: true });
    expect(servers.map(({ name }) => name)).toEqual(['m']);
    expect(problems).toEqual([expect.stringContaining(`${path} can not add any`)]);
  });
});

describe('a server can be called', () => {
  it.each([
    ['memory', undefined],
    ['my.server', undefined],
    ['a b', undefined],
    ['@scope/name', undefined],
    ['a'.repeat(48), undefined],
    ['a__b', '"a_b"'],
    ['a. b', '"a_b"'],
    ['a_', '"a"'],
    ['a!', '"a"'],
    ['__proto__', '"proto"'],
    ['日本', '"server"'],
    ['x; touch PWN #', '"x_touch_PWN"'],
    ['-a', '"a"'],
    ['a\u200bb', '"a_b"'],
    ['a\nb', '"a_b"'],
    ['a'.repeat(49), 'longer than 48'],
  ])('%j, or is told a name that can be used: %s', (name, problem) => {
    const { write, find } = makePlace();
    const servers = Object.fromEntries([[name, { command: 'a' }]]);
    write('home/.sluice/mcp.json', JSON.stringify({ mcpServers: servers }));
    expect(find().servers[0]?.start).toMatchObject(
      problem === undefined
        ? { status: 'ready' }
        : { status: 'failed', reason: expect.stringContaining(problem) },
    );
  });

  it('what another is called in rules only if that one does not start', () => {
    const { write, find, states } = makePlace();
    write('home/.sluice/mcp.json', named('my.server', 'my_server'));
    write('repository/.mcp.json', named('my server'));
    expect(states()).toEqual([
      'my server project pending-approval',
      'my.server user ready',
      'my_server user failed',
    ]);
    expect(find().servers[2]?.start).toMatchObject({ reason: expect.stringContaining('"my.server"') });
    write('home/.sluice/settings.json', { enableAllProjectMcpServers: true });
    expect(states()).toEqual(['my server project ready', 'my.server user failed', 'my_server user failed']);
  });

  it('by a name with blanks, which the command that approves it quotes', () => {
    const { write, find } = makePlace();
    write('repository/.mcp.json', named("it's mine"));
    const { start } = find().servers[0] ?? {};
    expect(start).toMatchObject({ reason: expect.stringMatching(/: sluice mcp approve 'it'\\''s mine'$/) });
  });
});

describe('a policy admits', () => {
  const local: JsonObject = { command: 'npx', args: ['-y', 'pkg'] };
  const remote: JsonObject = { type: 'http', url: 'https://mcp.example.com/v1/x' };
  it.each<[string, JsonObject, JsonObject, 'ready' | 'disabled' | 'failed']>([
    ['all without lists', local, {}, 'ready'],
    ['none with an empty list', local, { allowedMcpServers: [] }, 'disabled'],
    [
      'a command that is listed',
      local,
      { allowedMcpServers: [{ serverCommand: ['npx', '-y', 'pkg'] }] },
      'ready',
    ],
    [
      'no command with other arguments',
      local,
      { allowedMcpServers: [{ serverCommand: ['npx', '-y'] }] },
      'disabled',
    ],
    [
      'no name where commands are listed',
      local,
      { allowedMcpServers: [{ serverCommand: ['x'] }, { serverName: 's' }] },
      'disabled',
    ],
    [
      'a name where no command is listed',
      local,
      { allowedMcpServers: [{ serverUrl: '*' }, { serverName: 's' }] },
      'ready',
    ],
    [
      'an address that is listed',
      remote,
      { allowedMcpServers: [{ serverUrl: 'https://*.example.com/*' }] },
      'ready',
    ],
    [
      'no address of another host',
      { ...remote, url: 'https://evil.test/x.example.com/' },
      { allowedMcpServers: [{ serverUrl: 'https://*.example.com/*' }] },
      'disabled',
    ],
    [
      'no address of a host behind a name',
      { ...remote, url: 'https://mcp.example.com@evil.test/' },
      { allowedMcpServers: [{ serverUrl: 'https://mcp.example.com*' }] },
      'failed',
    ],
    ['no name that is denied', local, { deniedMcpServers: [{ serverName: 's' }] }, 'disabled'],
    [
      'no command that is denied',
      local,
      { deniedMcpServers: [{ serverCommand: ['npx', '-y', 'pkg'] }] },
      'disabled',
    ],
    [
      'no address that is denied, though it is allowed',
      remote,
      { deniedMcpServers: [{ serverUrl: '*://*.example.com/*' }], allowedMcpServers: [{ serverName: 's' }] },
      'disabled',
    ],
    [
      'no address that is denied, with a dot at the end of the host',
      { ...remote, url: 'https://mcp.example.com./mcp' },
      { deniedMcpServers: [{ serverUrl: '*://*.example.com/*' }] },
      'disabled',
    ],
    ['none if the list is a name', local, { allowedMcpServers: 's' }, 'disabled'],
    ['none if its entries are names', local, { allowedMcpServers: ['s'] }, 'disabled'],
    ['none by a wrong key', local, { allowedMcpServers: [{ serverNam: 's' }] }, 'disabled'],
    ['no address if every one is denied', remote, { deniedMcpServers: [{ serverUrl: '*' }] }, 'disabled'],
  ])('%s', (_title, entry, settings, state) => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', { mcpServers: { s: entry } });
    write('managed/managed-settings.json', settings);
    expect(states()).toEqual([`s user ${state}`]);
  });

  it.each([
    ['https://evil.example', 'https://evil.example/mcp', true],
    ['https://evil.example/', 'https://evil.example/mcp?a=1', true],
    ['https://evil.example', 'https://evil.example:8443/mcp', true],
    ['https://evil.example*', 'https://evil.example/mcp', true],
    ['https://evil.example:443/*', 'https://evil.example/mcp', true],
    ['https://evil.example:443', 'https://evil.example:8443/mcp', false],
    ['https://evil.example', 'https://evil.example.org/mcp', false],
    ['https://evil.example', 'https://other.test/?https://evil.example', false],
    ['https://evil.example', 'http://evil.example/mcp', false],
    ['*://evil.example', 'http://EVIL.example./mcp', true],
    ['https://m\u00fcnchen.example', 'https://xn--mnchen-3ya.example/mcp', true],
    ['http://127.0.0.1:*', 'http://127.0.0.1:8080/mcp', true],
    ['http://127.0.0.1:*', 'http://127.0.0.1/mcp', true],
    ['http://127.0.0.1/*', 'http://127.0.0.1:8080/mcp', true],
    ['http://[::1]', 'http://[::1]:8080/mcp', true],
    ['http://[::1]:80', 'http://[::1]:8080/mcp', false],
    ['http://*', 'http://localhost:8080/mcp', true],
    ['https://evil.example/mcp', 'https://evil.example/mcp?a=1', true],
    ['https://evil.example/mcp', 'https://evil.example/mcp/', true],
    ['https://evil.example/mcp', 'https://evil.example/m%63p', true],
    ['https://evil.example/mcp', 'https://evil.example/other', false],
    ['https://evil.example/a/*', 'https://evil.example/a/', true],
    ['https://evil.example/mcp?a=*', 'https://evil.example/mcp?a=1', true],
    ['https://evil.example/mcp?a=*', 'https://evil.example/mcp?b=1', false],
  ])('a deny list means by %s the address %s: %s', (serverUrl, url, isDenied) => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', { mcpServers: { s: { url } } });
    write('managed/managed-settings.json', { deniedMcpServers: [{ serverUrl }] });
    expect(states()).toEqual([`s user ${isDenied ? 'disabled' : 'ready'}`]);
  });

  it.each([
    ['https://good.example', 'https://good.example/mcp'],
    ['https://good.example/*', 'https://good.example:8443/mcp'],
    ['https://good.example/mcp', 'https://good.example/mcp?a=1'],
  ])('an allow list does not mean by %s the address %s', (serverUrl, url) => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', { mcpServers: { s: { url } } });
    write('managed/managed-settings.json', { allowedMcpServers: [{ serverUrl }] });
    expect(states()).toEqual(['s user disabled']);
  });

  it.each([true, false])('a headersHelper of a project only in a trusted directory: %s', (isTrusted) => {
    const { write, states, find } = makePlace();
    const helped = { url: 'https://a.test/mcp', headersHelper: './helper' };
    write('repository/.mcp.json', { mcpServers: { p: helped } });
    write('home/.sluice/mcp.json', { mcpServers: { u: helped } });
    write('home/.sluice/settings.json', { enabledMcpjsonServers: ['p'] });
    const found = { isTrusted: () => isTrusted };
    expect(states(found)).toEqual([`p project ${isTrusted ? 'ready' : 'failed'}`, 'u user ready']);
    if (!isTrusted)
      expect(find(found).servers[0]?.start).toMatchObject({
        reason: expect.stringMatching(/sluice rules trust$/),
      });
  });

  it('only what its own list has, where it says so', () => {
    const { write, states } = makePlace();
    write('home/.sluice/mcp.json', named('s'));
    write('home/.sluice/settings.json', { allowedMcpServers: [{ serverName: 's' }] });
    write('managed/managed-settings.json', {
      allowManagedMcpServersOnly: true,
      allowedMcpServers: [{ serverName: 't' }],
    });
    expect(states()).toEqual(['s user disabled']);
  });
});
