import type { Command, Expansion, SkillSet } from '@sluice/agent';
import type { CommandAgent } from './command-agent.ts';

interface BuiltInCall {
  readonly args: string;
  readonly agent: CommandAgent;
  readonly skills: SkillSet;
  readonly commands: () => Promise<readonly Command[]>;
}

/** A command of Sluice itself, without a terminal. */
export interface BuiltInCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string | undefined;
  run(call: BuiltInCall): Promise<Expansion>;
}
