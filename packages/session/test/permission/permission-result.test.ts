import { expect, test } from 'vitest';
import { parsePermissionResult, suggestionsOf } from '../../src/permission/permission-result.ts';

const IMAGE = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/gif', data: btoa('GIF89a and more') },
} as const;

test.for([
  [{ behavior: 'allow' }, { behavior: 'allow' }],
  [
    { behavior: 'allow', updatedInput: { a: 1 }, toolUseID: 'x' },
    { behavior: 'allow', updatedInput: { a: 1 } },
  ],
  [{ behavior: 'allow', updatedInput: null, updatedPermissions: null }, { behavior: 'allow' }],
  [
    {
      behavior: 'allow',
      updatedPermissions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'ls *' }, { toolName: 'Edit' }],
          behavior: 'allow',
          destination: 'userSettings',
        },
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        { type: 'addDirectories', directories: ['/a'], destination: 'projectSettings' },
      ],
    },
    {
      behavior: 'allow',
      updates: [
        { type: 'addRules', rules: ['Bash(ls *)', 'Edit'], behavior: 'allow', destination: 'user' },
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        { type: 'addDirectories', directories: ['/a'], destination: 'project' },
      ],
    },
  ],
  [
    { behavior: 'deny', message: 'no' },
    { behavior: 'deny', feedback: 'no' },
  ],
  [{ behavior: 'deny', message: ' ' }, { behavior: 'deny' }],
  [
    { behavior: 'deny', message: [{ type: 'text', text: 'look' }, IMAGE] },
    { behavior: 'deny', feedback: [{ type: 'text', text: 'look' }, IMAGE] },
  ],
  [
    { behavior: 'deny', message: 'no', interrupt: true },
    { behavior: 'deny', feedback: 'no', endsTurn: true },
  ],
] as const)('%j', ([value, answer]) => {
  expect(parsePermissionResult(value)).toEqual({ ok: true, answer });
});

/** Whatever is not understood does not count: above all not as a yes. */
test.for([
  undefined,
  null,
  'allow',
  ['allow'],
  {},
  { behavior: 'ALLOW' },
  { behavior: true },
  Object.create({ behavior: 'allow' }),
  { behavior: 'allow', updatedInput: 'x' },
  { behavior: 'allow', updatedInput: [] },
  { behavior: 'allow', updatedPermissions: {} },
  { behavior: 'allow', updatedPermissions: [null] },
  { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode: 'none' }] },
  { behavior: 'allow', updatedPermissions: [{ type: 'addRules', rules: [{}], behavior: 'allow' }] },
  { behavior: 'allow', updatedPermissions: [{ type: 'addRules', rules: [], behavior: 'maybe' }] },
  { behavior: 'allow', updatedPermissions: [{ type: 'addDirectories', directories: [1] }] },
  { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode: 'plan', destination: 'constructor' }] },
  { behavior: 'deny', message: 7 },
  { behavior: 'deny', message: 'no', interrupt: 1 },
])('no answer: %j', (value) => {
  expect(parsePermissionResult(value)).toMatchObject({ ok: false, message: expect.any(String) });
});

test('a suggestion comes back as what it suggests', () => {
  const asked = { suggestedRules: ['Bash(a (b) *)', 'Edit'], suggestedDestination: 'local' } as const;
  const updatedPermissions = suggestionsOf(asked);
  expect(parsePermissionResult({ behavior: 'allow', updatedPermissions })).toEqual({
    ok: true,
    answer: {
      behavior: 'allow',
      updates: [
        { type: 'addRules', behavior: 'allow', destination: 'local', rules: ['Bash(a (b) *)', 'Edit'] },
      ],
    },
  });
  expect(suggestionsOf({ ...asked, suggestedRules: [] })).toEqual([]);
});
