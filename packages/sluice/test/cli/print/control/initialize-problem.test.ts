import { expect, test } from 'vitest';
import { initializeProblem } from '../../../../src/cli/print/control/initialize-problem.ts';

test.for([
  ['hooks', { PreToolUse: [{ hookCallbackIds: ['a'] }] }, true],
  ['systemPrompt', 'Be kind.', true],
  // Some clients say like this that there is to be no system prompt at all.
  ['systemPrompt', [''], true],
  ['appendSystemPrompt', 'Be brief.', true],
  ['planModeInstructions', 'Plan well.', true],
  ['jsonSchema', { type: 'object' }, true],
  ['mcpServers', { one: {} }, true],
  ['sdkMcpServers', ['one'], true],
  ['sdkMcpServerConfigs', { one: {} }, true],
  ['agents', { one: {} }, true],
  ['skills', ['one'], true],
  ['skills', true, true],
  ['plugins', ['one'], true],
  ['permissions', { deny: ['Bash'] }, false],
  ['agent', 'reviewer', false],
  ['toolAliases', { Shell: 'Bash' }, true],
  ['tools', ['Read'], false],
  ['maxTurns', 1, false],
  ['maxBudgetUsd', 0, false],
  ['strictMcpConfig', true, false],
  ['managedSettings', { permissions: { deny: ['Bash'] } }, false],
] as const)(
  'initialize asks for %s: %j, which it may first, and never later: %s',
  ([name, value, isFirst]) => {
    const request = { subtype: 'initialize', [name]: value };
    expect(initializeProblem(request, true)).toContain(`"${name}" (`);
    if (isFirst) expect(initializeProblem(request, false)).toBeUndefined();
    else expect(initializeProblem(request, false)).toContain(`"${name}" (`);
    // An empty list of all the tools that there may be allows none.
    const empties = [undefined, null, '', false, ...(name === 'tools' ? [] : [[], {}])];
    for (const empty of empties)
      expect(initializeProblem({ subtype: 'initialize', [name]: empty }, true)).toBeUndefined();
    const emptyList = initializeProblem({ subtype: 'initialize', [name]: [] }, true);
    expect(emptyList === undefined).toBe(name !== 'tools');
  },
);

test('hooks of no event, and what only clients show, ask for nothing; all that is wrong is named at once', () => {
  const shown = {
    title: 'A',
    promptSuggestions: true,
    supportedDialogKinds: ['x'],
    perTaskStopAffordance: true,
  };
  expect(initializeProblem({ ...shown, hooks: { PreToolUse: [], Stop: [] } }, true)).toBeUndefined();
  const both = initializeProblem({ hooks: { Stop: [{}] }, agents: { one: {} } }, true);
  expect(both).toContain('"hooks"');
  expect(both).toContain('"agents"');
});

test('an empty list of all tools allows none, and is a restriction', () => {
  expect(initializeProblem({ tools: [] }, false)).toContain('"tools" (use --tools)');
  expect(initializeProblem({ tools: null }, false)).toBeUndefined();
});
