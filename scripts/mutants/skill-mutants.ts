import type { Mutant } from './mutant.ts';

const SKILLS_TEST = 'packages/sluice/test/cli/print/skills.process.test.ts';
const PLANS_TEST = 'packages/sluice/test/cli/print/plans.process.test.ts';
const RIGHTS = 'rights of a skill';

/** Skills, slash commands, questions, and plans: what they may do, and who answers. */
export const SKILL_MUTANTS: readonly Mutant[] = [
  {
    name: 'skill-rights-stay',
    breaks: 'The rights of a skill outlive the turn in which it was used.',
    promise: 3,
    file: 'packages/session/src/skills/create-commands.ts',
    find: 'scope.begin();',
    replace: '',
    test: SKILLS_TEST,
    title: RIGHTS,
  },
  {
    name: 'skill-untrusted-grants',
    breaks: 'A skill of an untrusted project grants itself tools.',
    promise: 3,
    file: 'packages/session/src/skills/load-skill.ts',
    find: "const mayGrant = skill.origin !== 'project' || context.isTrusted();",
    replace: 'const mayGrant = true;',
    test: SKILLS_TEST,
    title: RIGHTS,
  },
  {
    name: 'skill-arguments-are-source',
    breaks: 'Arguments of a skill become source text of its commands.',
    promise: 3,
    file: 'packages/agent/src/skills/fill-template.ts',
    find: 'return /^[\\w./:@,+-]+$/.test(value) ? value :',
    replace: 'return value !== "" ? value :',
    test: 'packages/agent/test/skills/fill-template.test.ts',
  },
  {
    name: 'skill-command-asks',
    breaks: 'A command of a skill that no rule allows is started.',
    promise: 3,
    file: 'packages/session/src/skills/run-skill-command.ts',
    find: "if (behavior === 'allow') return undefined;",
    replace: 'return undefined;',
    test: SKILLS_TEST,
    title: 'a typed command runs',
  },
  {
    name: 'skills-told-again',
    breaks: 'The whole list of skills is sent again with each change.',
    promise: 4,
    file: 'packages/session/src/skills/session-skills.ts',
    find: 'const told = this.#toldIn(messages);',
    replace: 'const told = new Map<string, string>();',
    test: SKILLS_TEST,
    title: 'an edit of a skill',
  },
  {
    name: 'plan-mode-writes-anything',
    breaks: 'Plan mode lets any file be written, as if it were the plan.',
    promise: 3,
    file: 'packages/core/src/policy/decide-file.ts',
    find: 'return path.real === planFile && (',
    replace: 'return path.real !== undefined && (',
    test: PLANS_TEST,
    title: 'whatever is called',
  },
  {
    name: 'question-answered-by-model',
    breaks: 'A model fills in the answers to its own questions.',
    promise: 3,
    file: 'packages/tools/src/ask-user-question/ask-user-question-tool.ts',
    find: 'if (isFilledIn && !asked.has(callId))',
    replace: 'if (isFilledIn && callId === "")',
    test: PLANS_TEST,
    title: 'answers of a person',
  },
  {
    name: 'plan-mode-stays-on',
    breaks: 'An approved plan does not end plan mode.',
    promise: 3,
    file: 'packages/tools/src/plan/plan-tools.ts',
    find: 'permissionUpdates: isLeft ? []',
    replace: 'permissionUpdates: isLeft || !isLeft ? []',
    test: PLANS_TEST,
    title: 'a plan is declined with words',
  },
];
