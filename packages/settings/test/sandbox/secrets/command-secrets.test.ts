import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  commandSecrets,
  loadSettings,
  problemText,
  sandboxSettings,
  type CommandSecrets,
  type LoadedSettings,
} from '../../../src/index.ts';
import { makeScratch, type Scratch } from '../../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const USER = 'home/.claude/settings.json';
const PROJECT = 'project/.claude/settings.json';
const POLICY = 'managed/managed-settings.json';

type Entries = Readonly<Record<string, readonly unknown[]>>;

function load(files: Entries, key: 'envVars' | 'files', isTrusted = true, more: object = {}): LoadedSettings {
  for (const [file, entries] of Object.entries(files)) {
    scratch.write(file, { sandbox: { credentials: { [key]: entries }, ...(file === USER && more) } });
  }
  if (isTrusted) scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
  return loadSettings(scratch.options);
}

const ENV = {
  A: 'the-value-of-a',
  B: 'the-value-of-b',
  SHORT: 'seven77',
  LINES: 'two\nlines of it',
  NONE: '',
};

/** What happens to variables: `hidden`, or the hosts that a masked one goes to. */
function shown({ hiddenVariables, maskedVariables }: CommandSecrets): Readonly<Record<string, unknown>> {
  const masked = [...maskedVariables].map(([name, { secrets }]) => [name, secrets[0]?.hosts]);
  return Object.fromEntries([...hiddenVariables.map((name) => [name, 'hidden']), ...masked]);
}

const deny = (name: string) => ({ name, mode: 'deny' });
const mask = (name: string, ...injectHosts: readonly string[]) => ({ name, mode: 'mask', injectHosts });

describe('variables', () => {
  it.each<[string, Entries, boolean, Readonly<Record<string, unknown>>]>([
    ['nobody names stay', {}, true, {}],
    [
      'that are denied are hidden, set or not',
      { [USER]: [deny('A'), deny('Z')] },
      true,
      { A: 'hidden', Z: 'hidden' },
    ],
    [
      'that are masked go to their hosts',
      { [USER]: [mask('A', 'a.b', '*.c.d:8443')] },
      true,
      { A: ['a.b', '*.c.d:8443'] },
    ],
    ['that are masked go nowhere without hosts', { [USER]: [{ name: 'A', mode: 'mask' }] }, true, { A: [] }],
    [
      'that are masked and not set are hidden',
      { [USER]: [mask('Z', 'a.b'), mask('NONE')] },
      true,
      { Z: 'hidden', NONE: 'hidden' },
    ],
    [
      'of which nothing can take the place are hidden',
      { [USER]: [mask('SHORT'), mask('LINES')] },
      true,
      { SHORT: 'hidden', LINES: 'hidden' },
    ],
    [
      'with a mode that makes no sense are hidden',
      { [USER]: [{ name: 'A', mode: 'hide' }, { name: 'B' }] },
      true,
      { A: 'hidden', B: 'hidden' },
    ],
    ['that commands need stay', { [USER]: [deny('PATH'), mask('HOME'), deny('A')] }, true, { A: 'hidden' }],
    [
      'that are not names are left out',
      { [USER]: [deny(''), deny('AWS_*'), { mode: 'deny' }, 'A', deny('__proto__')] },
      true,
      JSON.parse('{"__proto__":"hidden"}'),
    ],
    [
      'a repository that no one trusts hides and masks',
      { [PROJECT]: [deny('A'), mask('B', 'evil.com')] },
      false,
      { A: 'hidden', B: [] },
    ],
    ['a trusted repository says where they go', { [PROJECT]: [mask('B', 'a.b')] }, true, { B: ['a.b'] }],
    [
      'a policy hides, no one opens',
      { [POLICY]: [deny('A')], [USER]: [mask('A', 'a.b')] },
      true,
      { A: 'hidden' },
    ],
    [
      'the tighter of two wins from below, too',
      { [POLICY]: [mask('A', 'a.b')], [USER]: [deny('A')] },
      true,
      { A: 'hidden' },
    ],
    [
      'go only to the hosts that each of two entries names',
      { [POLICY]: [mask('A', 'a.b', 'c.d')], [USER]: [mask('A', 'C.D', 'e.f')] },
      true,
      { A: ['c.d'] },
    ],
    [
      'are not sent by a trusted repository where the user does not',
      { [PROJECT]: [mask('A', 'evil.com')], [USER]: [mask('A', 'a.b')] },
      true,
      { A: [] },
    ],
    [
      'within one file add up in the same way',
      { [USER]: [mask('A', 'a.b'), mask('A', 'c.d'), mask('B'), deny('B')] },
      true,
      { A: [], B: 'hidden' },
    ],
  ])('%s', (_title, files, isTrusted, expected) => {
    expect(shown(commandSecrets(load(files, 'envVars', isTrusted), ENV))).toEqual(expected);
  });

  it('have a stand-in of their length where that is long enough, another one each time, and the value behind it', () => {
    const loaded = load({ [USER]: [mask('A'), mask('B')] }, 'envVars');
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 200, unit: 'binary-ascii' }), (text) => {
        const value = text.replace(/[^!-~]/g, '-');
        const [first, second] = [
          commandSecrets(loaded, { A: value }),
          commandSecrets(loaded, { A: value }),
        ].map(({ maskedVariables }) => maskedVariables.get('A')?.secrets[0]);
        expect(first?.value).toBe(value);
        expect(first?.standIn).toMatch(/^[A-Za-z0-9]{16,}$/);
        expect(first?.standIn.length).toBe(Math.max(16, value.length));
        expect(first?.standIn).not.toBe(second?.standIn);
        expect(first?.standIn).not.toContain(value);
      }),
    );
  });

  it.each<[unknown, RegExp]>([
    [{ mode: 'deny' }, /has no "name"/],
    [deny('AWS_*'), /"AWS_\*" is ignored: patterns are not supported/],
    [deny('PATH'), /"PATH" is left out: commands can't do without it/],
    [{ name: 'A', mode: 'hide' }, /must be "deny" or "mask"\. Until this is fixed, it is "deny"/],
    [
      { ...mask('A'), decode: 'jwt', maskClaims: [] },
      /decode, maskClaims: not supported\. The whole value is masked/,
    ],
    [
      { ...mask('A'), extract: '(' },
      /"extract" is not a valid regular expression: .*Until this is fixed, the whole value is masked/,
    ],
    [{ ...mask('A'), extract: 7 }, /"extract" must be a regular expression with a group/],
    [{ ...mask('A'), injectHosts: 'a.b' }, /"injectHosts" must be a list/],
    [mask('A', 'https://a.b/c'), /"https:\/\/a\.b\/c" is left out: .*write a\.b/],
    [{ ...mask('A'), injectHosts: [7] }, /a number is left out/],
  ])('%j is told of, with its place, and the value is not', (entry, message) => {
    const loaded = load({ [USER]: [entry] }, 'envVars');
    const { problems } = sandboxSettings(loaded);
    expect(problems.map(problemText)).toEqual([expect.stringMatching(/^\/.*settings\.json:\d+:\d+: /)]);
    expect(problems[0]?.message).toMatch(message);
    expect(JSON.stringify(problems)).not.toContain('the-value');
  });

  it('that are hidden rather than masked are told of by name, not by value', () => {
    const { problems } = commandSecrets(load({ [USER]: [mask('SHORT'), mask('LINES')] }, 'envVars'), ENV);
    expect(problems.map(({ message }) => message)).toEqual([
      '"SHORT" is hidden rather than masked: it has fewer than 8 characters.',
      '"LINES" is hidden rather than masked: it has line breaks or characters other than ASCII.',
    ]);
  });
});

describe('files', () => {
  const secretsOf = (entries: Entries): CommandSecrets => commandSecrets(load(entries, 'files'), {});
  const at = (name: string): string => join(scratch.path, name);

  it.each([
    ['tok-12345678', ''],
    ['tok-12345678', '\n'],
    ['a b=c:"d"e,f', '\r\n\n'],
    ['tok-12345678', ' '],
  ])(
    'with %j and then %j are seen with a stand-in in its place, and with what is around it',
    (value, after) => {
      scratch.write('token', ` \n${value}${after}`);
      const { maskedFiles, hiddenFiles, problems } = secretsOf({
        [USER]: [{ path: at('token'), mode: 'mask', injectHosts: ['a.b'] }],
      });
      const [file] = maskedFiles;
      expect(file).toEqual({
        path: at('token'),
        text: ` \n${file?.secrets[0]?.standIn}${after}`,
        secrets: [{ value, standIn: expect.stringMatching(/^[A-Za-z0-9]{16}$/), hosts: ['a.b'] }],
      });
      expect({ hiddenFiles, problems }).toEqual({ hiddenFiles: [], problems: [] });
    },
  );

  it.each<[string, (path: string) => void, string | undefined]>([
    ['missing', () => {}, undefined],
    ['of two lines', (path) => writeFileSync(path, 'user-name\npassword\n'), 'has line breaks'],
    ['empty', (path) => writeFileSync(path, '\n'), 'is empty'],
    ['short', (path) => writeFileSync(path, 'abc\n'), 'has fewer than 8 characters'],
    ['large', (path) => writeFileSync(path, 'x'.repeat(70_000)), 'is larger than'],
    ['no text', (path) => writeFileSync(path, Buffer.alloc(20, 0xff)), 'is not text'],
    ['a directory', (path) => mkdirSync(path), 'is not a file'],
    ['a link to nothing', (path) => symlinkSync('nowhere', path), 'is not a file'],
  ])('that are %s are hidden', (_title, make, why) => {
    make(at('token'));
    const loaded = load({ [USER]: [{ path: at('token'), mode: 'mask' }] }, 'files');
    const secrets = commandSecrets(loaded, {});
    expect(secrets).toMatchObject({ maskedFiles: [], hiddenFiles: [at('token')] });
    expect(secrets.problems.map(({ message }) => message)).toEqual(
      why === undefined ? [] : [expect.stringContaining(`hidden rather than masked: it ${why}`)],
    );
    expect(sandboxSettings(loaded, secrets)).toMatchObject({ masked: [], denyRead: [at('token')] });
  });

  it('are hidden where one of two entries says so, and else masked in the sandbox', () => {
    scratch.write('home/a', 'the-value-of-a');
    scratch.write('home/b', 'the-value-of-b');
    const loaded = load(
      {
        [USER]: [
          { path: '~/a', mode: 'mask' },
          { path: '~/b', mode: 'mask' },
        ],
        [PROJECT]: [{ path: '~/b', mode: 'deny' }],
      },
      'files',
    );
    const secrets = commandSecrets(loaded, {});
    const { masked, denyRead } = sandboxSettings(loaded, secrets);
    expect(denyRead).toEqual([at('home/b')]);
    expect(masked).toEqual([{ path: at('home/a'), text: secrets.maskedFiles[0]?.secrets[0]?.standIn }]);
  });
});

describe('what a pattern finds is masked, and the rest stays', () => {
  const NETRC =
    'machine a.b login me password the-password-1\nmachine c.d login me password the-password-2\n';
  const masked = (text: string, ...patterns: readonly unknown[]) => {
    scratch.write('home/file', text);
    const entries = patterns.map((extract) => ({
      path: '~/file',
      mode: 'mask',
      extract,
      injectHosts: ['a.b'],
    }));
    const { maskedFiles, hiddenFiles, problems } = commandSecrets(load({ [USER]: entries }, 'files'), {});
    const [file] = maskedFiles;
    const back = (file?.secrets ?? []).reduce(
      (all, { standIn, value }) => all.replaceAll(standIn, value),
      file?.text ?? '',
    );
    expect(file === undefined ? '' : text).toBe(back);
    return { file, hiddenFiles, why: problems.map(({ message }) => message.replace(/^.*masked: it /, '')) };
  };

  it.each<[string, string, readonly string[]]>([
    ['password (\\S+)', NETRC, ['the-password-1', 'the-password-2']],
    ['^KEY="(.*)"$', 'A="aaaaaaaaaa"\nKEY="kkkkkkkkkk"\nB=1', ['kkkkkkkkkk']],
    ['^KEY=(.*)$', 'KEY=kkkkkkkkkk\nKEY=kkkkkkkkkk\nOTHER=xkkkkkkkkkkx', ['kkkkkkkkkk']],
    ['=(\\w+)', '=aaaabbbb\n=aaaabbbbcccc\naaaabbbbcccc aaaabbbb', ['aaaabbbb', 'aaaabbbbcccc']],
    ['(?:a=(\\w+)|b=\\w+)', 'a=aaaaaaaaaa\nb=bbbbbbbbbb', ['aaaaaaaaaa']],
  ])('%s', (pattern, text, values) => {
    const { file } = masked(text, pattern);
    expect(file?.secrets.map(({ value }) => value)).toEqual(values);
    for (const value of values) expect(file?.text).not.toContain(value);
    for (const { hosts } of file?.secrets ?? []) expect(hosts).toEqual(['a.b']);
  });

  it.each<[string, string, string]>([
    ['nothing(.+)', NETRC, 'contains nothing that "extract" matches.'],
    ['password', NETRC, 'contains nothing that "extract" matches.'],
    ['login (\\S+)', NETRC, 'has fewer than 8 characters.'],
    ['^(\\w+ ?)+$', `${'a'.repeat(40)}!`, 'has an "extract" that takes too long or matches too much.'],
    ['(\\w{8})', 'a'.repeat(50_000), 'has an "extract" that takes too long or matches too much.'],
  ])('or all is hidden: %s', (pattern, text, why) => {
    expect(masked(text, pattern)).toEqual({
      file: undefined,
      hiddenFiles: [join(scratch.home, 'file')],
      why: [why],
    });
  });

  it('of two patterns neither decides what may be left', () => {
    expect(masked(NETRC, 'password (\\S+)', 'password (\\S+)').file?.secrets).toHaveLength(2);
    for (const other of ['machine a.b.*word (\\S+)', undefined]) {
      expect(masked(NETRC, 'password (\\S+)', other)).toMatchObject({
        file: undefined,
        why: [expect.stringContaining('line breaks')],
      });
    }
  });

  it('of a variable as well; of the pattern of a repository that no one trusts nothing is gone by', () => {
    const entry = { ...mask('URL', 'a.b'), extract: ':([^:@]+)@' };
    const env = { URL: "pg://me:the-password@host/'x'" };
    const ofNobody = commandSecrets(load({ [PROJECT]: [entry] }, 'envVars', false), env);
    expect(ofNobody.maskedVariables.get('URL')).toMatchObject({
      text: expect.stringMatching(/^\w+$/),
      secrets: [{ value: env.URL, hosts: [] }],
    });
    scratch.write(PROJECT, {});
    const ofUser = commandSecrets(load({ [USER]: [entry] }, 'envVars'), env).maskedVariables.get('URL');
    expect(ofUser?.text).toMatch(/^pg:\/\/me:[A-Za-z0-9]{16}@host\/'x'$/);
    expect(ofUser?.secrets).toMatchObject([{ value: 'the-password' }]);
  });
});

describe('the proxy of the sandbox', () => {
  const network = (more: object, ...names: readonly ReturnType<typeof mask>[]) => {
    const loaded = load({ [USER]: names }, 'envVars', true, { network: more });
    const secrets = commandSecrets(loaded, ENV);
    const settings = sandboxSettings(loaded, secrets);
    return { ...settings, standIn: (name: string) => secrets.maskedVariables.get(name)?.text };
  };
  const toHost = mask('A', 'a.b');

  it('gets the values that go to hosts, and no other, where it ends TLS', () => {
    const found = network({ allowedDomains: ['a.b'], tlsTerminate: {} }, toHost, mask('B'));
    expect(found.network).toEqual({
      allowed: ['a.b'],
      denied: [],
      tlsTerminate: {},
      secrets: [{ standIn: found.standIn('A'), value: ENV.A, hosts: ['a.b'] }],
    });
  });

  it.each([
    ['TLS is not ended', { allowedDomains: ['a.b'] }, toHost],
    ['no value goes anywhere', { allowedDomains: ['a.b'], tlsTerminate: {} }, mask('A')],
    [
      'half an authority is named',
      { allowedDomains: ['a.b'], tlsTerminate: { caCertPath: '/c.pem' } },
      toHost,
    ],
  ])('gets none where %s', (_title, given, entry) => {
    expect(network(given, entry).network).toEqual({ allowed: ['a.b'], denied: [] });
  });

  it('is there for an open network too, where values go to hosts', () => {
    expect(network({ allowedDomains: ['*'], tlsTerminate: {} }, mask('A')).network).toBe('host');
    expect(network({ allowedDomains: ['*'], tlsTerminate: {} }, toHost).network).toMatchObject({
      allowed: ['*'],
    });
    expect(network({ tlsTerminate: {} }, toHost).network).toBe('none');
  });

  it('is told of an authority of the person’s own, by absolute paths', () => {
    const tlsTerminate = { caCertPath: '~/ca.pem', caKeyPath: 'ca.key' };
    const found = network({ allowedDomains: ['a.b'], tlsTerminate }, toHost);
    expect(found.network).toMatchObject({
      tlsTerminate: {
        caCertPath: join(scratch.home, 'ca.pem'),
        caKeyPath: join(scratch.home, '.claude/ca.key'),
      },
    });
  });

  it.each<[unknown, RegExp]>([
    [{ caKeyPath: '/k' }, /needs both/],
    [{ caCertPath: 7, caKeyPath: '/k' }, /must be paths/],
  ])('tells of an authority that is none: %j', (tlsTerminate, message) => {
    const { problems } = network({ allowedDomains: ['a.b'], tlsTerminate }, toHost);
    expect(problems.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  });
});

describe('unix sockets', () => {
  const settings = (network: object, enabled = true) => {
    scratch.write(USER, { sandbox: { enabled, network } });
    return sandboxSettings(loadSettings(scratch.options));
  };

  it('are open where the switch says so, which a repository can not turn', () => {
    expect(settings({ allowAllUnixSockets: true })).toMatchObject({ unixSockets: 'open', problems: [] });
    expect(settings({ allowAllUnixSockets: 'yes' })).toMatchObject({ unixSockets: 'refused' });
    scratch.write(USER, {});
    scratch.write(PROJECT, { sandbox: { network: { allowAllUnixSockets: true } } });
    scratch.write('home/.sluice/trust.json', { roots: [scratch.project] });
    expect(sandboxSettings(loadSettings(scratch.options)).unixSockets).toBe('refused');
  });

  it('can not be opened one by one, which is told where it would matter', () => {
    const allowUnixSockets = ['/run/docker.sock', '/b'];
    expect(settings({ allowUnixSockets }).problems.map(({ message }) => message)).toEqual([
      expect.stringMatching(/has no effect on Linux.*allowAllUnixSockets.*excludedCommands/),
    ]);
    expect(settings({ allowUnixSockets }, false).problems).toEqual([]);
    expect(settings({ allowUnixSockets: [] }).problems).toEqual([]);
    expect(settings({ allowUnixSockets, allowAllUnixSockets: true }).problems).toEqual([]);
  });
});
