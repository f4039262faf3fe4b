import { expect, test } from 'vitest';
import { initializeProblem } from '../../../../src/cli/print/control/initialize-problem.ts';

test.for([
  ['hooks', { PreToolUse: [{ hookCallbackIds: ['a'] }] }],
  ['systemPrompt', 'Be kind.'],
  // Some clients say like this that there is to be no system prompt at all.
  ['systemPrompt', ['']],
  ['appendSystemPrompt', 'Be brief.'],
  ['planModeInstructions', 'Plan well.'],
  ['jsonSchema', { type: 'object' }],
  ['mcpServers', { one: {} }],
  ['sdkMcpServers', ['one']],
  ['sdkMcpServerConfigs', { one: {} }],
  ['agents', { one: {} }],
  ['skills', ['one']],
  ['skills', true],
  ['plugins', ['one']],
  ['toolAliases', { Shell: 'Bash' }],
] as const)('initialize can not ask for %s yet: %j', ([name, value]) => {
  expect(initializeProblem({ subtype: 'initialize', [name]: value })).toContain(`"${name}" (`);
  for (const empty of [undefined, null, '', [], {}, false])
    expect(initializeProblem({ subtype: 'initialize', [name]: empty })).toBeUndefined();
});

test('hooks of no event, and what only clients show, ask for nothing; all that is wrong is named at once', () => {
  const shown = {
    title: 'A',
    promptSuggestions: true,
    supportedDialogKinds: ['x'],
    perTaskStopAffordance: true,
  };
  expect(initializeProblem({ ...shown, hooks: { PreToolUse: [], Stop: [] } })).toBeUndefined();
  const both = initializeProblem({ hooks: { Stop: [{}] }, agents: { one: {} } });
  expect(both).toContain('"hooks"');
  expect(both).toContain('"agents"');
});
