import { createSkillTool, type SkillPort } from '@sluice/agent';
import type { AnyTool } from '@sluice/core';
import type { PlanPort, WebPorts } from '@sluice/tools';

const NO_SKILLS: SkillPort = {
  refusal: () => Promise.resolve('There are no skills.'),
  grants: () => undefined,
  fileOf: () => undefined,
  use: () => Promise.resolve({ ok: false, message: 'There are no skills.' }),
};

/** A plan port for tools that are only inspected and never run. */
export const NO_PLAN: PlanPort = { path: '/', mode: () => 'default', modeBefore: () => 'default' };

/** The web for tools that are only inspected and never run. */
export const NO_WEB: WebPorts = {
  ask: undefined,
  verdictOn: () => 'open',
  allowPrivate: [],
  search: {
    name: 'none',
    search: () => Promise.resolve({ ok: false, code: 'no-search', message: 'There is no search.' }),
  },
  env: {},
};

/** The tools that need an agent, for inspection only. */
export function inspectedTools(): readonly AnyTool[] {
  return [createSkillTool(NO_SKILLS)];
}
