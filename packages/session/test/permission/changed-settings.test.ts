import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../../sluice/test/cli/exec/support/scratch.ts';
import { worktreeSettings } from '../../src/worktree/worktree-settings.ts';
import { openTestSession } from '../agent/sub-agents/support/open-session.ts';

it('settings of skills and worktrees that change while a session runs apply to it', async () => {
  const cwd = scratch();
  const home = scratch();
  mkdirSync(join(home, '.sluice'));
  const skill = join(cwd, '.claude/skills/one');
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, 'SKILL.md'), '---\nname: one\ndescription: Does one.\n---\nDo one.\n');
  const { agent } = await openTestSession(
    {},
    { env: { HOME: home }, parts: { cwd, skills: {}, settings: {} } },
  );
  const names = async () =>
    ((await agent.commands?.list()) ?? [])
      .map(({ name }) => name)
      .filter((name) => ['init', 'loop', 'one'].includes(name));
  expect(await names()).toEqual(['init', 'loop', 'one']);
  const changed = {
    disableBundledSkills: true,
    skillOverrides: { one: 'off' },
    worktree: { baseRef: 'fresh' },
  };
  writeFileSync(join(home, '.sluice/settings.json'), JSON.stringify(changed));
  const { permission } = agent.parts;
  await expect.poll(names, { timeout: 30_000 }).toEqual([]);
  expect(worktreeSettings(permission.applying()).baseRef).toBe('fresh');
  expect(worktreeSettings(permission.loaded).baseRef).toBe('head');
});
