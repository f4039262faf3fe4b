import { present } from '@sluice/base';
import type { AgentToolInput } from '../agent-tools/agent-tool.ts';
import type { Skill, SkillFork } from './skill.ts';

/** The call that has an agent carry out a skill: it passes the same rules as any other call of the Agent tool. */
export interface ForkCall {
  readonly name: 'Agent';
  readonly input: AgentToolInput;
}

/** @param text the skill with its arguments filled in */
export function forkCall({ name }: Pick<Skill, 'name'>, fork: SkillFork, text: string): ForkCall {
  const { agentType, isBackground, model, effort } = fork;
  return {
    name: 'Agent',
    input: {
      description: `/${name}`,
      prompt: text,
      run_in_background: isBackground,
      ...present({ subagent_type: agentType, model, effort }),
    },
  };
}
