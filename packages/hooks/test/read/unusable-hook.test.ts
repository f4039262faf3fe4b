import { expect, test } from 'vitest';
import { unusableHook } from '../../src/read/unusable-hook.ts';

test.for([
  ['PreToolUse', '[', 'not a valid regular expression'],
  ['PreToolUse', 'Bash(', 'not a valid regular expression'],
  ['PreToolUse', '(?i)bash', 'not a valid regular expression'],
  ['PermissionRequest', 'Bash++', 'not a valid regular expression'],
  ['PostToolUse', '(?<', 'not a valid regular expression'],
  ['SessionStart', '[', 'not a valid regular expression'],
  ['PreToolUse', 'bash', 'Did you mean "Bash"?'],
  ['PreToolUse', 'Bash(touch *)', 'matches no tool'],
  ['PreToolUse', '/Bash/', 'matches no tool'],
  ['PreToolUse', '|', 'matches no tool'],
  ['PreToolUs', '*', 'Did you mean "PreToolUse"?'],
  ['Foo', undefined, 'The events are PreToolUse'],
] as const)('hooks of %s that match %j can not run: %s', ([event, matcher, problem]) => {
  expect(unusableHook(event, matcher)).toContain(problem);
});

test.for([
  ['PreToolUse', undefined],
  ['PreToolUse', ''],
  ['PreToolUse', '*'],
  ['PreToolUse', '.*'],
  ['PreToolUse', 'Edit|Write'],
  ['PreToolUse', 'Edit, Write'],
  ['PreToolUse', 'bash|Bash'],
  ['PreToolUse', '^Bash$'],
  ['PreToolUse', 'mcp__later__.*'],
  ['PreToolUse', 'MultiEdit'],
  ['PostToolUse', 'OfAnotherProgram'],
  ['Stop', '['],
  ['SubagentStart', 'reviewer'],
] as const)('hooks of %s that match %j are fine', ([event, matcher]) => {
  expect(unusableHook(event, matcher)).toBeUndefined();
});
