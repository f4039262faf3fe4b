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
  it('are these where nobody sets them', () => {
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
      allowRead: [],
      network: 'none',
      program: undefined,
      unkeptRules: [],
      problems: [],
    });
  });

  it('approve nothing for a repository that nobody trusts, which may turn the sandbox on', () => {
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

  it('loosen nothing for a repository that nobody trusts', () => {
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
      expect.stringMatching(/settings\.json:6:\d+: .*"\*\.log" is left out/),
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
    ['deny', 'Read(**/*.pem)', { denyRead: [], unkeptRules: ['Read(**/*.pem)'] }],
    ['deny', 'Bash(rm *)', { unkeptRules: [] }],
    ['deny', 'Read', { denyRead: [], unkeptRules: [] }],
  ])('take in the %s rule %s', (behavior, text, expected) => {
    const settings = read({ [PROJECT]: rules(behavior, text) });
    const shown = { ...settings };
    for (const key of ['allowWrite', 'denyWrite', 'denyRead'] as const) shown[key] = short(settings[key]);
    expect(shown).toMatchObject(expected);
  });

  it('open the network for all hosts or none, and say so', () => {
    expect(read({ [USER]: sandbox({ network: { allowedDomains: ['*'] } }) })).toMatchObject({
      network: 'host',
      problems: [],
    });
    const some = read({ [USER]: sandbox({ network: { allowedDomains: ['example.com'] } }) });
    expect(some.network).toBe('none');
    expect(some.problems.map(problemText).join()).toContain('let through yet');
    const but = read({
      [USER]: sandbox({ network: { allowedDomains: ['*'], deniedDomains: ['example.com'] } }),
    });
    expect(but.network).toBe('none');
  });

  it('hide the files of credentials that are denied', () => {
    const credentials = {
      files: [
        { path: '~/.netrc', mode: 'deny' },
        { path: '~/.other', mode: 'mask' },
      ],
    };
    expect(short(read({ [USER]: sandbox({ credentials }) }).denyRead)).toEqual(['home/.netrc']);
  });

  it('give only a policy the last word about what is open within what is hidden', () => {
    const settings = read({
      [POLICY]: files({ allowManagedReadPathsOnly: true, allowRead: ['/a'] }),
      [USER]: files({ allowRead: ['/b'] }),
    });
    expect(settings.allowRead).toEqual(['/a']);
  });
});
