import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

function problemsOf(settings: unknown): string[] {
  scratch.write('home/.claude/settings.json', JSON.stringify(settings));
  return loadSettings(scratch.options).problems.map(({ message }) => message);
}

const HANDLER = { type: 'command', command: 'true' };

it.each([
  ['an entry with hooks', { PreToolUse: [{ hooks: [HANDLER] }] }, '"PreToolUse"'],
  ['an entry with a matcher', { PostToolUse: [{ matcher: 'Bash', hooks: [HANDLER] }] }, '"PostToolUse"'],
  ['a handler without an entry', { Stop: [HANDLER] }, '"Stop"'],
  ['one entry among others', { SessionStart: ['x', { hooks: [] }] }, '"SessionStart"'],
])('hooks outside of "hooks" are reported: %s', (_, settings, key) => {
  expect(problemsOf(settings)).toEqual([
    `${key} has no effect here, so its hooks do not run: write it inside "hooks".`,
  ]);
});

it.each([
  ['in their place', { hooks: { PreToolUse: [{ hooks: [HANDLER] }] } }],
  ['a list of something else', { Colors: ['red', 'green'] }],
  ['a key of another program', { someTool: [{ command: 'true' }] }],
  ['no list', { Stop: { command: 'true' } }],
])('and nothing else is: %s', (_, settings) => {
  expect(problemsOf(settings)).toEqual([]);
});
