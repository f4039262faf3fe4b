import { loadSettings } from '@sluice/settings';
import { expect, test } from 'vitest';
import { checkSkills } from '../../../src/cli/doctor/checks/check-skills.ts';
import { createPlace } from '../rules/place.ts';

const skill = (description: string): string => `---\ndescription: ${description}\n---\nText.\n`;

test('doctor tells of skills that the model has only the name of, and of files that cannot be read', async () => {
  const place = createPlace();
  const check = (env: Record<string, string>) => {
    const whole = { ...place, env: { HOME: place.home, ...env } };
    return checkSkills(whole, undefined, loadSettings(whole));
  };
  expect(await check({})).toMatchObject({ status: 'good', text: '0 skills and 0 commands found' });
  for (const name of ['one', 'two'])
    place.write(`project/.claude/skills/${name}/SKILL.md`, skill('It works.'));
  place.write('home/.claude/commands/go.md', skill('Goes.'));
  expect(await check({})).toMatchObject({ status: 'good', text: '2 skills and 1 command found' });
  expect(await check({ SLASH_COMMAND_TOOL_CHAR_BUDGET: '36' })).toMatchObject({
    status: 'doubtful',
    details: [expect.stringMatching(/^1 skill is listed for the model without its description: .*Raise /)],
  });
  place.write('project/.claude/skills/two/SKILL.md', '---\nallowed-tools: [\n---\n');
  expect(await check({})).toMatchObject({
    status: 'doubtful',
    text: '1 skill and 1 command found, 1 problem',
    details: [expect.stringContaining('two/SKILL.md')],
  });
});

test('the room for the list is that of the model', async () => {
  const place = createPlace();
  for (let at = 0; at < 12; at += 1)
    place.write(`project/.claude/skills/s${at}/SKILL.md`, skill('x'.repeat(1_000)));
  const check = (model: string) => {
    const env = { HOME: place.home, ANTHROPIC_API_KEY: 'k', ANTHROPIC_MODEL: model };
    return checkSkills({ ...place, env }, undefined, loadSettings({ ...place, env }));
  };
  expect(await check('claude-sonnet-4-5')).toMatchObject({ status: 'doubtful' });
  expect(await check('claude-opus-5')).toMatchObject({ status: 'good' });
});
