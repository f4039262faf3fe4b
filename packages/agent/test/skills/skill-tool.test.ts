import { expect, it } from 'vitest';
import { createSkillTool, type SkillPort } from '../../src/index.ts';

const port = (grants: string | undefined): SkillPort => ({
  refusal: () => Promise.resolve(undefined),
  grants: () => grants,
  fileOf: () => '/skills/k/SKILL.md',
  use: () => Promise.reject(new Error('not used here')),
});

it.each([
  ['allows Bash and adds hooks, which run commands', 'it also allows Bash and adds hooks', []],
  [undefined, 'it is text', ['Skill(k)']],
] as const)('a skill that grants %s says so when it is asked about', (grants, said, rules) => {
  const tool = createSkillTool(port(grants));
  const context = { cwd: '/' } as never;
  expect(JSON.stringify(tool.checkPermissions?.({ skill: '/k' }, context))).toContain(said);
  expect(tool.suggestRules?.({ skill: '/k' }, context)).toEqual(rules);
  expect(tool.decidedOn?.({ skill: '/k' }, context)).toEqual(['/skills/k/SKILL.md']);
});
