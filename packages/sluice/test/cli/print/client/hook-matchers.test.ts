import { expect, test } from 'vitest';
import { parseClientSetup } from '../../../../src/cli/print/client/client-setup.ts';

const withMatcher = (matcher: string) =>
  parseClientSetup({
    subtype: 'initialize',
    hooks: { PreToolUse: [{ matcher, hookCallbackIds: ['a'] }] },
  });

test.for(['[', 'Bash(', '(?<', '(?i)bash', 'Bash++'])(
  'a hook with the matcher %s, which would guard nothing, ends the run',
  (matcher) => {
    expect(withMatcher(matcher)).toMatchObject({
      ok: false,
      message: expect.stringContaining(JSON.stringify(matcher)),
    });
  },
);

test.for(['', '*', 'Bash', 'Edit|Write', 'mcp__.*', '^Bash$'])('the matcher %s is used', (matcher) => {
  expect(withMatcher(matcher)).toMatchObject({ ok: true });
});
