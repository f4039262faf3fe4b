import { expect, it } from 'vitest';
import { SETTING_GROUPS, SETTING_KEYS, settingKey } from '../../src/index.ts';
import { fitsShape } from '../../src/schema/fits-shape.ts';

const IN_SANDBOX = [
  ...[
    'enabled',
    'failIfUnavailable',
    'autoAllowBashIfSandboxed',
    'allowUnsandboxedCommands',
    'excludedCommands',
  ],
  ...['allowWrite', 'denyWrite', 'denyRead', 'allowRead', 'disabled', 'allowManagedReadPathsOnly'].map(
    (name) => `filesystem.${name}`,
  ),
  ...[
    'allowedDomains',
    'deniedDomains',
    'strictAllowlist',
    'allowManagedDomainsOnly',
    'allowLocalBinding',
  ].map((name) => `network.${name}`),
  ...['allowUnixSockets', 'allowAllUnixSockets', 'allowMachLookup', 'httpProxyPort', 'socksProxyPort'].map(
    (name) => `network.${name}`,
  ),
  ...['network.tlsTerminate', 'credentials.files', 'credentials.envVars', 'enableWeakerNestedSandbox'],
  ...['enableWeakerNetworkIsolation', 'ignoreViolations', 'bwrapPath', 'socatPath', 'ripgrep'],
];

it.each([
  ...['allow', 'ask', 'deny', 'additionalDirectories', 'defaultMode', 'disableBypassPermissionsMode'].map(
    (name) => `permissions.${name}`,
  ),
  ...['permissions.disableAutoMode', 'allowManagedPermissionRulesOnly', 'allowManagedHooksOnly'],
  ...[
    'allowManagedMcpServersOnly',
    'hooks',
    'disableAllHooks',
    'allowedHttpHookUrls',
    'httpHookAllowedEnvVars',
    'env',
  ],
  ...IN_SANDBOX.map((name) => `sandbox.${name}`),
  ...['enableAllProjectMcpServers', 'enabledMcpjsonServers', 'disabledMcpjsonServers', 'allowedMcpServers'],
  ...[
    'deniedMcpServers',
    'autoMode',
    'useAutoModeDuringPlan',
    'defaultShell',
    'respectGitignore',
    'plansDirectory',
  ],
  ...[
    'askUserQuestionTimeout',
    'fileCheckpointingEnabled',
    'cleanupPeriodDays',
    'disableSkillShellExecution',
  ],
  ...[
    'agent',
    'agents.maxPerPrompt',
    'web.allowPrivate',
    'web.search.backend',
    'web.search.url',
    'web.search.keyVariable',
  ],
  ...[
    'teammateMode',
    'disableBundledSkills',
    'skipWebFetchPreflight',
    'skipDangerousModePermissionPrompt',
    'ignorePatterns',
    '$schema',
  ],
  ...['baseRef', 'symlinkDirectories', 'sparsePaths', 'bgIsolation'].map((name) => `worktree.${name}`),
])('%s is known', (key) => {
  expect(settingKey(key)?.key).toBe(key);
});

it('names every key once, and no key that is a group', () => {
  const names = SETTING_KEYS.map(({ key }) => key);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => SETTING_GROUPS.has(name))).toEqual([]);
});

it('has no name of what every object has', () => {
  expect(['__proto__', 'constructor', 'toString', ''].map(settingKey)).toEqual(Array(4).fill(undefined));
  expect(SETTING_GROUPS.has('__proto__')).toBe(false);
});

it.each(SETTING_KEYS.map((row) => [row.key, row] as const))('%s fits together', (_, row) => {
  const { shape, merge, untrusted, wrong, lockedBy, purpose, setBy } = row;
  const only = typeof untrusted === 'object' && 'only' in untrusted ? untrusted.only : [];
  for (const value of [row.default, wrong, ...only, ...(row.notInRepository ?? [])])
    if (value !== undefined) expect(fitsShape(shape, value)).toBe(true);
  if (typeof merge === 'object') expect(fitsShape(shape, merge.any)).toBe(true);
  if (merge === 'joined') expect(shape.kind).toBe('list');
  if (merge === 'deep') expect(['object', 'map']).toContain(shape.kind);
  // What a slip turns into must not be what a repository is kept from.
  if (wrong !== undefined && only.length > 0) expect(only).toContain(wrong);
  if (lockedBy !== undefined) expect(settingKey(lockedBy)?.setBy).toBe('managed');
  if (setBy !== 'anybody') expect(untrusted === 'nothing' || typeof untrusted === 'object').toBe(true);
  expect(purpose).toMatch(/^[A-Z].{5,105}\.$/);
});
