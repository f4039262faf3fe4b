import { expect, test } from 'vitest';
import { runCli } from '../exec/support/cli.ts';
import { createPlace } from '../rules/place.ts';

const file = (name: string, mode: string): string =>
  `---\nname: ${name}\ndescription: It works.\npermissionMode: ${mode}\n---\nYou.\n`;

test('sluice agents says which permission modes apply, and which do not and why', async () => {
  const { cwd, home, write } = createPlace();
  write('project/.claude/agents/loose.md', file('loose', 'acceptEdits'));
  write('project/.claude/agents/planner.md', file('planner', 'plan'));
  write('home/.claude/agents/mine.md', file('mine', 'acceptEdits'));
  write('home/.claude/agents/free.md', file('free', 'bypassPermissions'));
  const { stdout, status } = await runCli(['agents'], '', { cwd, env: { HOME: home } });
  expect(status).toBe(0);
  const modeOf = (name: string): string =>
    new RegExp(`^${name}\n(?: .*\n)*? +permission mode: (.*)$`, 'm').exec(stdout)?.[1] ?? '';
  expect(modeOf('loose')).toBe("acceptEdits, not applied: you don't trust the project (sluice rules trust)");
  expect(modeOf('planner')).toBe('plan');
  expect(modeOf('mine')).toBe('acceptEdits');
  expect(modeOf('free')).toMatch(/^bypassPermissions, not applied: a session can use this mode only if/);
});

test.each([
  [{ hooks: { PreTolUse: [] } }, /^sluice agents: --agents: "a": its hooks can't be read\. /],
  [{ hooks: { Stop: 'broken' } }, /^sluice agents: --agents: "a": its hooks can't be read\. /],
  [
    { 'disallowed-tools': 'Bash' },
    /^sluice agents: --agents: "a": "disallowed-tools" is not a key of agents\./,
  ],
])('--agents with %j is refused', async (more, message) => {
  const { cwd, home } = createPlace();
  const agents = JSON.stringify({ a: { description: 'x', prompt: 'y', ...more } });
  const { status, stderr } = await runCli(['agents', '--agents', agents], '', { cwd, env: { HOME: home } });
  expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
});
