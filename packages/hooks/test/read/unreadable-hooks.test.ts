import { expect, test } from 'vitest';
import { unreadableHooks } from '../../src/read/unreadable-hooks.ts';

const guard = (entry: object): object => ({ PreToolUse: [{ matcher: 'Bash', hooks: [entry] }] });
const COMMAND = { type: 'command', command: 'true' };

test.for([
  [[1], 'is not an object'],
  [{ PreToolUse: 'broken' }, 'is not a list'],
  [{ PreToolUse: null }, 'is not a list'],
  [{ Stop: [COMMAND] }, 'one level too high'],
  [{ PreTolUse: [{ hooks: [COMMAND] }] }, 'did you mean "PreToolUse"?'],
  [guard({ type: 'comand', command: 'true' }), 'did you mean "command"?'],
  [guard({ type: 'command' }), 'no "command"'],
] as const)('%j can not be read', ([hooks, problem]) => {
  expect(unreadableHooks(hooks)).toContain(problem);
});

test.for([
  {},
  guard(COMMAND),
  guard({ type: 'prompt', prompt: 'May it?' }),
  { AnEventOfLaterVersions: [{ hooks: [COMMAND] }] },
])('%j can be read', (hooks) => {
  expect(unreadableHooks(hooks)).toBeUndefined();
});
