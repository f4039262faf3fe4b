import type { Command, Expansion, SkillSet } from '@sluice/agent';
import type { CommandAgent } from './command-agent.ts';
import type { LoopFile } from './loop-file.ts';

/** What a command is given. */
export interface BuiltInCall {
  readonly args: string;
  readonly agent: CommandAgent;
  readonly skills: SkillSet;
  /** Names of skills that the model has in its list without their description. */
  readonly shortened: () => ReadonlySet<string>;
  readonly commands: () => Promise<readonly Command[]>;
  /** Undefined: there is no such file. */
  readonly loopFile: () => LoopFile | undefined;
}

/** A command of Sluice itself, without a terminal. */
export interface BuiltInCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint: string | undefined;
  /** It is a prompt that comes with the program, which `disableBundledSkills` leaves out. Default false. */
  readonly isBundled?: boolean;
  run(call: BuiltInCall): Promise<Expansion>;
}
