import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { judgeSetting, loadSettings, setting, SETTING_KEYS, settingKey } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const FILES = {
  managed: 'managed/managed-settings.json',
  local: 'project/.sluice/settings.local.json',
  project: 'project/.sluice/settings.json',
  user: 'home/.sluice/settings.json',
} as const;

type Files = Partial<Record<keyof typeof FILES, unknown>>;

/** `a.b` and a value as the settings that say so. */
function nested(key: string, value: unknown): unknown {
  return key.split('.').reduceRight((inner: unknown, step) => ({ [step]: inner }), value);
}

function valueOf(key: string, files: Files, isTrusted = false): unknown {
  for (const [source, path] of Object.entries(FILES))
    scratch.write(path, nested(key, Object.entries(files).find(([name]) => name === source)?.[1]) ?? {});
  scratch.write('home/.sluice/trust.json', { roots: isTrusted ? [scratch.project] : [] });
  return setting(loadSettings(scratch.options), key)?.value;
}

describe('files add up as the key says', () => {
  it.each<[string, string, Files, unknown]>([
    ['a default where no one sets it', 'sandbox.autoAllowBashIfSandboxed', {}, true],
    ['nothing where there is no default', 'model', {}, undefined],
    ['the highest', 'model', { managed: 'a', user: 'b' }, 'a'],
    ['the next where the highest says nothing', 'model', { user: 'b' }, 'b'],
    [
      'one that settles it, wherever it stands',
      'permissions.disableAutoMode',
      { user: 'disable' },
      'disable',
    ],
    [
      'lists, the highest first',
      'permissions.deny',
      { managed: ['A'], project: ['B'], user: ['C'] },
      ['A', 'B', 'C'],
    ],
    ['variables one by one', 'env', { managed: { A: '1' }, user: { A: '2', B: 3 } }, { A: '1', B: 3 }],
    [
      'hooks event by event',
      'hooks',
      { managed: { Stop: [1] }, user: { Stop: [2], Setup: [3] } },
      { Stop: [1, 2], Setup: [3] },
    ],
    ['a group has no value', 'sandbox', { user: { enabled: true } }, undefined],
    ['an unknown key', 'statusLin', { user: [1] }, [1]],
    ['an empty list, which is more than none', 'allowedHttpHookUrls', { user: [] }, []],
    ['an empty list beside others', 'allowedHttpHookUrls', { managed: [], user: ['a'] }, ['a']],
    ['an empty object beside others', 'env', { managed: {}, user: { A: 'a' } }, { A: 'a' }],
    ['an empty object', 'hooks', { user: {} }, {}],
    ['what only a policy sets', 'allowManagedHooksOnly', { user: true }, false],
    ['what a policy sets', 'allowManagedHooksOnly', { managed: true }, true],
    [
      'a variable of any name',
      'env',
      { user: JSON.parse('{"__proto__":"a","constructor":"b"}') },
      JSON.parse('{"__proto__":"a","constructor":"b"}'),
    ],
  ])('%s', (_, key, files, expected) => {
    expect(valueOf(key, files)).toEqual(expected);
  });
});

describe('what a repository brings counts', () => {
  it.each<[string, unknown, unknown, unknown]>([
    ['sandbox.enabled', true, true, true],
    ['sandbox.allowUnsandboxedCommands', false, false, false],
    ['sandbox.filesystem.allowWrite', ['/'], undefined, ['/']],
    ['sandbox.filesystem.denyRead', ['/etc'], ['/etc'], ['/etc']],
    ['sandbox.excludedCommands', ['curl'], undefined, ['curl']],
    ['sandbox.bwrapPath', '/tmp/bwrap', undefined, undefined],
    [
      'sandbox.credentials.files',
      [{ mode: 'deny' }, { mode: 'mask' }],
      [{ mode: 'deny' }, { mode: 'mask' }],
      [{ mode: 'deny' }, { mode: 'mask' }],
    ],
    ['sandbox.credentials.envVars', [{ name: 'A' }, 'B'], [{ name: 'A' }], [{ name: 'A' }]],
    ['sandbox.network.allowAllUnixSockets', true, false, false],
    ['sandbox.network.tlsTerminate', {}, undefined, undefined],
    ['permissions.allow', ['Bash'], undefined, ['Bash']],
    ['permissions.deny', ['Bash'], ['Bash'], ['Bash']],
    ['permissions.defaultMode', 'acceptEdits', 'default', 'acceptEdits'],
    ['permissions.defaultMode', 'plan', 'plan', 'plan'],
    ['permissions.defaultMode', 'auto', 'default', 'default'],
    [
      'env',
      { PATH: '/tmp', NO_COLOR: '1', LD_PRELOAD: 'x', CI: '/x' },
      { NO_COLOR: '1' },
      { PATH: '/tmp', NO_COLOR: '1', LD_PRELOAD: 'x', CI: '/x' },
    ],
    ['disableAllHooks', true, false, true],
    ['enableAllProjectMcpServers', true, false, true],
    ['apiKeyHelper', 'x', undefined, 'x'],
    ['nobodyKnowsThis', 'x', undefined, 'x'],
  ])('%s: %j is %j, and %j where it is trusted', (key, given, untrusted, trusted) => {
    expect(valueOf(key, { project: given })).toEqual(untrusted);
    expect(valueOf(key, { project: given }, true)).toEqual(trusted);
  });

  it('and does not undo what the user chose', () => {
    const files = { project: true, user: false };
    expect(valueOf('sandbox.allowUnsandboxedCommands', files)).toBe(false);
    expect(valueOf('sandbox.allowUnsandboxedCommands', files, true)).toBe(true);
  });

  it('beneath a policy that wants its own only', () => {
    scratch.write(FILES.managed, { allowManagedPermissionRulesOnly: true, permissions: { deny: ['A'] } });
    scratch.write(FILES.user, { permissions: { deny: ['B'] } });
    const loaded = loadSettings(scratch.options);
    expect(setting(loaded, 'permissions.deny')?.value).toEqual(['A']);
    expect(judgeSetting(loaded, 'permissions.deny')[1]?.reason).toContain('allowManagedPermissionRulesOnly');
  });
});

describe('hooks that are turned off', () => {
  const hooks = (name: string): object => ({ hooks: { Stop: [name] } });
  it.each([
    ['by nobody', {}, {}, ['policy', 'own']],
    ['by the user', {}, { disableAllHooks: true }, ['policy']],
    ['by the policy', { disableAllHooks: true }, {}, undefined],
    ['by a policy that wants its own only', { allowManagedHooksOnly: true }, {}, ['policy']],
    [
      'by the user, against the policy',
      { disableAllHooks: false },
      { disableAllHooks: true },
      ['policy', 'own'],
    ],
  ])('%s', (_, policy, own, expected) => {
    scratch.write(FILES.managed, { ...policy, ...hooks('policy') });
    scratch.write(FILES.user, { ...own, ...hooks('own') });
    const value = setting(loadSettings(scratch.options), 'hooks')?.value;
    expect(value).toEqual(expected === undefined ? undefined : { Stop: expected });
  });
});

describe('what makes no sense', () => {
  it.each<[string, string, unknown, unknown]>([
    ['tightens where it can', 'sandbox.enabled', 'true', true],
    ['tightens where it can', 'sandbox.allowUnsandboxedCommands', 0, false],
    ['is passed over elsewhere', 'cleanupPeriodDays', -1, 30],
    ['is passed over elsewhere', 'cleanupPeriodDays', 1.5, 30],
    ['of a list is left out alone', 'sandbox.filesystem.denyRead', ['/a', 7, '/b'], ['/a', '/b']],
    [
      'of the environment is left out alone',
      'env',
      { A: 1, B: null, 'C=': 'x', D: true, E: '\0' },
      { A: 1, D: true },
    ],
    ['a rule without its end is left out alone', 'permissions.deny', ['Bash(', 'Read'], ['Read']],
    ['a list that is none', 'sandbox.excludedCommands', 'curl', undefined],
    ['a list of all that is allowed allows nothing', 'allowedMcpServers', 'f', []],
    ['a list of all that is allowed allows nothing', 'allowedMcpServers', ['f'], []],
    ['a list of all that is allowed allows nothing', 'allowedMcpServers', [{ serverNam: 'f' }], []],
    ['a list of all that is allowed allows nothing', 'allowedMcpServers', [{ serverUrl: 'f.test/*' }], []],
    ['a list of all that is allowed allows nothing', 'allowedHttpHookUrls', 'https://a.test/*', []],
    ['a list of all that is allowed allows nothing', 'httpHookAllowedEnvVars', [7], []],
    [
      'an allowed server is left out alone',
      'allowedMcpServers',
      [{ serverName: 'a' }, { serverCommand: 'a' }],
      [{ serverName: 'a' }],
    ],
  ])('%s: %s', (_, key, given, expected) => {
    expect(valueOf(key, { user: given })).toEqual(expected);
  });

  it('does not hide what lower files say', () => {
    expect(valueOf('model', { managed: 7, user: 'b' })).toBe('b');
  });
});

it('tells of every part where it stands and what overrides it', () => {
  scratch.write(FILES.managed, '{"model": "a",\n"env": {"A": "1"}}');
  const user = scratch.write(FILES.user, '{"env": {\n  "A": "2",\n  "B": "3"}, "model": "b"}');
  const loaded = loadSettings(scratch.options);
  const told = (key: string) =>
    judgeSetting(loaded, key).map(({ source, line, column, steps, status }) => [
      source,
      line,
      column,
      steps,
      status,
    ]);
  expect(told('model')).toEqual([
    ['managed', 1, 2, [], 'counts'],
    ['user', 3, 14, [], 'overridden'],
  ]);
  expect(told('env')).toEqual([
    ['managed', 2, 9, ['A'], 'counts'],
    ['user', 2, 3, ['A'], 'overridden'],
    ['user', 3, 3, ['B'], 'counts'],
  ]);
  expect(judgeSetting(loaded, 'env')[1]?.file).toBe(user);
});

const key = fc.constantFrom(...SETTING_KEYS.map((row) => row.key), 'sandbox', 'x', '__proto__');
const value = fc.oneof(
  fc.jsonValue(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.constantFrom('disable', 'plan', 'auto', 'Bash'),
);

it('whatever an untrusted repository says, it changes a setting only to what can tighten', () => {
  fc.assert(
    fc.property(key, value, value, (name, brought, own) => {
      scratch.write(FILES.project, nested(name, brought));
      scratch.write(FILES.user, nested(name, own));
      const parts = judgeSetting(loadSettings(scratch.options), name);
      const row = settingKey(name);
      for (const { source, status, value: counted, steps } of parts) {
        if (source !== 'project' || status === 'ignored') continue;
        const untrusted = row?.untrusted ?? 'nothing';
        const isTight =
          untrusted === 'all' ||
          (typeof untrusted === 'object' &&
            ('only' in untrusted
              ? untrusted.only.some((each) => each === counted)
              : untrusted.when(counted, String(steps[0]))));
        expect(isTight).toBe(true);
      }
    }),
    { numRuns: Math.min(400, Number(process.env['SLUICE_RUNS'] ?? 400)) },
  );
});
