import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSettings, problemText, sandboxSettings, type SandboxSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const USER = 'home/.claude/settings.json';
const PROJECT = 'project/.claude/settings.json';
const POLICY = 'managed/managed-settings.json';

function read(files: Readonly<Record<string, unknown>>, isTrusted = true): SandboxSettings {
  for (const [file, content] of Object.entries(files)) scratch.write(file, content);
  if (isTrusted) scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
  return sandboxSettings(loadSettings(scratch.options));
}
const short = (paths: readonly string[]): string[] =>
  paths.map((path) => path.replace(`${scratch.path}/`, ''));
const sandbox = (value: object): object => ({ sandbox: value });
const files = (value: object): object => sandbox({ filesystem: value });
const rules = (behavior: string, ...texts: string[]): object => ({ permissions: { [behavior]: texts } });

describe('the settings of the sandbox', () => {
  it('are these where no one sets them', () => {
    expect(read({})).toEqual({
      isEnabled: false,
      failsIfUnavailable: false,
      autoAllows: false,
      allowsUnsandboxed: true,
      excludedCommands: [],
      files: 'kept-apart',
      allowWrite: [],
      denyWrite: [],
      denyRead: [],
      authorityKeys: [],
      allowRead: [],
      looksForDenied: false,
      masked: [],
      network: 'none',
      unixSockets: 'refused',
      program: undefined,
      unkeptRules: [],
      problems: [],
    });
  });

  it('name the key of an authority, whether it is of use or not', () => {
    const own = { enabled: true, network: { tlsTerminate: { caKeyPath: '~/ca.key' } } };
    expect(short(read({ [USER]: sandbox(own) }).authorityKeys)).toEqual(['home/ca.key']);
  });

  it('approve nothing for a repository that no one trusts, which may turn the sandbox on', () => {
    expect(read({ [PROJECT]: sandbox({ enabled: true }) }, false)).toMatchObject({
      isEnabled: true,
      autoAllows: false,
    });
    expect(read({ [USER]: sandbox({ enabled: true }) })).toMatchObject({ isEnabled: true, autoAllows: true });
    const off = sandbox({ enabled: true, autoAllowBashIfSandboxed: false });
    expect(read({ [USER]: off })).toMatchObject({ isEnabled: true, autoAllows: false });
  });

  it('add up: booleans from the highest file, lists from all', () => {
    const settings = read({
      [POLICY]: sandbox({ enabled: true, allowUnsandboxedCommands: false }),
      [PROJECT]: sandbox({ enabled: false, excludedCommands: ['docker *'] }),
      [USER]: sandbox({ failIfUnavailable: true, excludedCommands: ['git push *'] }),
    });
    expect(settings).toMatchObject({
      isEnabled: true,
      failsIfUnavailable: true,
      allowsUnsandboxed: false,
      excludedCommands: ['docker *', 'git push *'],
    });
  });

  it('loosen nothing for a repository that no one trusts', () => {
    const settings = read(
      {
        [USER]: sandbox({ enabled: true }),
        [PROJECT]: sandbox({
          enabled: false,
          excludedCommands: ['*'],
          filesystem: { allowWrite: ['/'], denyRead: ['secret'], disabled: true },
          network: { allowedDomains: ['*'] },
          bwrapPath: '/tmp/evil',
        }),
      },
      false,
    );
    expect(settings).toMatchObject({
      isEnabled: true,
      excludedCommands: [],
      files: 'kept-apart',
      allowWrite: [],
      network: 'none',
      program: undefined,
    });
    expect(short(settings.denyRead)).toEqual(['project/secret']);
  });

  it.each([
    [PROJECT, 'build', 'project/build'],
    [PROJECT, './build/', 'project/build'],
    [PROJECT, 'build/**', 'project/build'],
    [PROJECT, '/var/cache', '/var/cache'],
    [PROJECT, '~/.cache', 'home/.cache'],
    [USER, 'build', 'home/.claude/build'],
    [POLICY, 'build', 'project/build'],
  ])('read, in %s, the path %s as %s', (file, text, path) => {
    expect(short(read({ [file]: files({ allowWrite: [text] }) }).allowWrite)).toEqual([path]);
  });

  it('tell where a pattern stands that no sandbox knows', () => {
    const { allowWrite, problems } = read({ [PROJECT]: files({ allowWrite: ['ok', '*.log'] }) });
    expect(short(allowWrite)).toEqual(['project/ok']);
    expect(problems.map(problemText)).toEqual([
      expect.stringMatching(/settings\.json:6:\d+: .*"\*\.log" is ignored/),
    ]);
  });

  it.each([
    ['deny', 'Read(secrets/**)', { denyRead: ['project/secrets'] }],
    ['deny', 'Read(.env)', { denyRead: ['project/.env'] }],
    ['deny', 'Read(//etc/shadow)', { denyRead: ['/etc/shadow'] }],
    ['deny', 'Read(~/.ssh/**)', { denyRead: ['home/.ssh'] }],
    ['deny', 'Edit(/generated/**)', { denyWrite: ['project/generated'] }],
    ['deny', 'Write(./a/b)', { denyWrite: ['project/a/b'] }],
    ['allow', 'Edit(~/notes/**)', { allowWrite: ['home/notes'] }],
    ['allow', 'Edit(name)', { allowWrite: [] }],
    ['allow', 'Read(//srv/**)', { allowWrite: [], denyRead: [] }],
    ['ask', 'Edit(a/b)', { allowWrite: [], denyWrite: [] }],
    ['deny', 'Read(**/*.pem)', { denyRead: [], unkeptRules: [], looksForDenied: true }],
    ['deny', 'Read(/**/*.pem)', { denyRead: [], unkeptRules: [], looksForDenied: true }],
    ['deny', 'Read(./.env)', { denyRead: ['project/.env'], looksForDenied: true }],
    ['deny', 'Read(/.env)', { denyRead: ['project/.env'], looksForDenied: false }],
    ['deny', 'Read(a/.env)', { denyRead: ['project/a/.env'], looksForDenied: false }],
    ['deny', 'Read(//**/*.pem)', { unkeptRules: ['Read(//**/*.pem)'], looksForDenied: false }],
    ['deny', 'Read(~/*.pem)', { unkeptRules: ['Read(~/*.pem)'], looksForDenied: false }],
    ['deny', 'Read(../*.pem)', { unkeptRules: ['Read(../*.pem)'], looksForDenied: false }],
    ['deny', 'Edit(**/*.lock)', { unkeptRules: ['Edit(**/*.lock)'], looksForDenied: false }],
    ['ask', 'Read(**/*.pem)', { unkeptRules: [], looksForDenied: false }],
    ['deny', 'Bash(rm *)', { unkeptRules: [] }],
    ['deny', 'Read', { denyRead: [], unkeptRules: [] }],
  ])('take in the %s rule %s', (behavior, text, expected) => {
    const settings = read({ [PROJECT]: rules(behavior, text) });
    const shown = { ...settings };
    for (const key of ['allowWrite', 'denyWrite', 'denyRead'] as const) shown[key] = short(settings[key]);
    expect(shown).toMatchObject(expected);
  });

  it.each([
    ['nothing', {}, 'none'],
    ['every host', { allowedDomains: ['*'] }, 'host'],
    [
      'single hosts',
      { allowedDomains: ['a.b', '*.c.d:8443'] },
      { allowed: ['a.b', '*.c.d:8443'], denied: [] },
    ],
    ['all but some', { allowedDomains: ['*'], deniedDomains: ['a.b'] }, { allowed: ['*'], denied: ['a.b'] }],
    ['only what is denied', { deniedDomains: ['a.b'] }, 'none'],
    ['a proxy', { httpProxyPort: 3128 }, { allowed: [], denied: [], httpProxyPort: 3128 }],
    [
      'two proxies, and every host',
      { httpProxyPort: 1, socksProxyPort: 2, allowedDomains: ['*'] },
      { allowed: ['*'], denied: [], httpProxyPort: 1, socksProxyPort: 2 },
    ],
  ])('open the network where they name %s', (_title, network, expected) => {
    expect(read({ [USER]: sandbox({ network }) })).toMatchObject({ network: expected, problems: [] });
  });

  it('leave out a host that makes no sense, say where, and open nothing by it', () => {
    const { network, problems } = read({
      [PROJECT]: sandbox({
        network: { allowedDomains: ['https://a.b/', 'c.d', '*oo.e'], deniedDomains: ['x:y'] },
      }),
    });
    expect(network).toEqual({ allowed: ['c.d'], denied: [] });
    expect(problems.map(problemText)).toEqual([
      expect.stringMatching(
        /settings\.json:5:\d+: "sandbox\.network\.allowedDomains": "https:\/\/a\.b\/" is left out/,
      ),
      expect.stringMatching(/settings\.json:7:\d+: .*"\*oo\.e" is left out/),
      expect.stringMatching(/settings\.json:10:\d+: "sandbox\.network\.deniedDomains": "x:y" is left out/),
    ]);
    expect(read({ [PROJECT]: sandbox({ network: { allowedDomains: ['a b'] } }) }).network).toBe('none');
  });

  it('take in the hosts of rules about WebFetch', () => {
    const settings = read({
      [USER]: {
        permissions: {
          allow: ['WebFetch(domain:a.b)', 'WebFetch', 'WebFetch(domain:*)', 'WebFetch(domain:*x.b)'],
          deny: ['WebFetch(domain:*.c.d)', 'WebFetch(domain:*y.b)'],
          ask: ['WebFetch(domain:e.f)'],
        },
      },
    });
    expect(settings).toMatchObject({
      network: { allowed: ['a.b'], denied: ['*.c.d'] },
      unkeptRules: ['WebFetch(domain:*y.b)'],
    });
  });

  it('take in no host of a repository that no one trusts, but for what it denies', () => {
    const settings = read(
      {
        [USER]: sandbox({ network: { allowedDomains: ['a.b'] } }),
        [PROJECT]: {
          ...sandbox({ network: { allowedDomains: ['c.d'], deniedDomains: ['e.f'], httpProxyPort: 1 } }),
          permissions: { allow: ['WebFetch(domain:g.h)'], deny: ['WebFetch(domain:i.j)'] },
        },
      },
      false,
    );
    expect(settings.network).toEqual({ allowed: ['a.b'], denied: ['e.f', 'i.j'] });
  });

  it('let only a policy open hosts, where it says so', () => {
    const settings = read({
      [POLICY]: sandbox({ network: { allowManagedDomainsOnly: true, allowedDomains: ['a.b'] } }),
      [USER]: {
        ...sandbox({ network: { allowedDomains: ['c.d'], httpProxyPort: 3128 } }),
        ...rules('allow', 'WebFetch(domain:e.f)'),
      },
    });
    expect(settings.network).toEqual({ allowed: ['a.b'], denied: [] });
  });

  it('hide the files of credentials that are denied, and those that are to be masked and have no stand-in', () => {
    const credentials = {
      files: [
        { path: '~/.netrc', mode: 'deny' },
        { path: '~/.other', mode: 'mask' },
      ],
    };
    expect(short(read({ [USER]: sandbox({ credentials }) }).denyRead)).toEqual([
      'home/.netrc',
      'home/.other',
    ]);
  });

  it('give only a policy the last word about what is open within what is hidden', () => {
    const settings = read({
      [POLICY]: files({ allowManagedReadPathsOnly: true, allowRead: ['/a'] }),
      [USER]: files({ allowRead: ['/b'] }),
    });
    expect(settings.allowRead).toEqual(['/a']);
  });
});
