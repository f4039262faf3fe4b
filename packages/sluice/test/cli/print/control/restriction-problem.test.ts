import { expect, test } from 'vitest';
import { restrictionProblem } from '../../../../src/cli/print/control/restriction-problem.ts';

test.for([
  [{ subtype: 'initialize', disallowedTools: ['Bash'] }, '--disallowedTools'],
  [{ subtype: 'initialize', permissionMode: 'plan' }, '--permission-mode'],
  [{ subtype: 'initialize', hooks: [{ event: 'PreToolUse' }] }, '"hooks"'],
  [{ subtype: 'set_permission_mode', mode: 'Plan' }, '"Plan"'],
  [{ subtype: 'set_permission_mode' }, 'without a name'],
  [{ subtype: 'set_permission_mode', mode: ['plan'] }, '["plan"]'],
  [{ subtype: 'apply_flag_settings', settings: { permissions: { deny: 'Bash' } } }, 'permissions.deny'],
  [
    {
      subtype: 'apply_flag_settings',
      settings: { permissions: { disableBypassPermissionsMode: 'disable' } },
    },
    'permissions.disableBypassPermissionsMode',
  ],
  [
    { subtype: 'apply_flag_settings', settings: { permissions: { defaultMode: 'Plan' } } },
    'permissions.defaultMode',
  ],
  [{ subtype: 'apply_flag_settings', settings: { sandbox: { enabled: true } } }, 'sandbox'],
  ...(
    [
      ['allowedMcpServers', []],
      ['allowManagedMcpServersOnly', true],
      ['allowManagedPermissionRulesOnly', true],
      ['disabledMcpjsonServers', ['db']],
      ['disableBypassPermissionsMode', 'disable'],
      ['disableWorkflows', true],
      ['disableAllHooks', true],
      ['hooks', { PreToolUse: [{}] }],
      ['ignorePatterns', ['*.pem']],
      ['allowedHttpHookUrls', []],
      // Settings that Sluice doesn't have.
      ['permission', { deny: ['Bash'] }],
      ['disallowedTools', ['Bash']],
    ] as const
  ).map(([name, value]) => [{ subtype: 'apply_flag_settings', settings: { [name]: value } }, name] as const),
] as const)('no prompt is served after %j', ([request, problem]) => {
  expect(restrictionProblem(request)).toContain(problem);
});

test.for([
  { subtype: 'initialize' },
  { subtype: 'initialize', disallowedTools: [] },
  { subtype: 'set_permission_mode', mode: 'plan' },
  { subtype: 'set_permission_mode', mode: 'bypassPermissions' },
  { subtype: 'apply_flag_settings', settings: { model: 'x', permissions: {} } },
  {
    subtype: 'apply_flag_settings',
    settings: { permissions: { deny: ['Bash'], allow: null }, sandbox: null },
  },
  { subtype: 'apply_flag_settings', settings: { allowedMcpServers: null, disableWorkflows: false } },
  { subtype: 'apply_flag_settings', settings: { fastMode: true, outputStyle: 'brief', language: 'en' } },
  { subtype: 'apply_flag_settings', settings: { disabledMcpjsonServers: [], disableAllHooks: false } },
  { subtype: 'interrupt' },
])('%j does not end the run', (request) => {
  expect(restrictionProblem(request)).toBeUndefined();
});
