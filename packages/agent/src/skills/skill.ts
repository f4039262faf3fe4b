import type { PluginDirectories } from '@sluice/base';
import type { ThinkingEffort } from '@sluice/core';

/** A parsed skill or command file. */
export interface Skill {
  /** What the user types after the slash, and the model passes to the Skill tool. */
  readonly name: string;
  /** Names by its place that it takes if another skill has the first one: `git:commit`. */
  readonly otherNames: readonly string[];
  /** Other names that reach it: the `name` of its frontmatter. */
  readonly aliases: readonly string[];
  /** `SKILL.md`, as against a command file. */
  readonly isSkill: boolean;
  readonly origin: SkillOrigin;
  /** Absolute: the directory of the project that it belongs to. Undefined: it is the user's or a policy's. */
  readonly scope: string | undefined;
  /** Absolute. */
  readonly path: string;
  /** Absolute: where its own files are. */
  readonly directory: string;
  /** Of the plugin that it belongs to. Undefined: it belongs to none. */
  readonly plugin: PluginDirectories | undefined;
  readonly description: string;
  readonly whenToUse: string | undefined;
  readonly license: string | undefined;
  /** What it needs, in words. */
  readonly compatibility: string | undefined;
  /** What else its author says of it: text by key. What is nested is JSON. */
  readonly metadata: ReadonlyMap<string, string>;
  /** As written in the file. */
  readonly argumentHint: string | undefined;
  /** Names for `$name`. */
  readonly argumentNames: readonly string[];
  /** Rules, as text. */
  readonly allowedTools: readonly string[];
  readonly disallowedTools: readonly string[];
  readonly isForModel: boolean;
  readonly isForPerson: boolean;
  /** Patterns of files; it is listed once one of them was touched. Empty: always. */
  readonly paths: readonly string[];
  /** It runs in an agent of its own. Undefined: in the conversation. */
  readonly fork: SkillFork | undefined;
  /** What its turn gets if it runs in the conversation. */
  readonly turn: SkillTurn;
  /** As in the settings, not validated. Undefined: none. */
  readonly hooks: unknown;
  /** The shell that its commands are for, if that isn't Bash: they can't run. */
  readonly otherShell: string | undefined;
  /** Markdown: what the model gets. */
  readonly body: string;
}

/** Which model works with a skill, and how much it thinks. */
export interface SkillTurn {
  /** As `--model` accepts it. Undefined: as it is. */
  readonly model: string | undefined;
  /** Undefined: as it is. */
  readonly effort: ThinkingEffort | undefined;
}

/** The agent that carries out a skill. Undefined members are those of its type. */
export interface SkillFork extends SkillTurn {
  /** Undefined: the default type. */
  readonly agentType: string | undefined;
  readonly isBackground: boolean;
}

export type SkillOrigin = 'managed' | 'user' | 'project';

/** Something wrong with a file. */
export interface SkillProblem {
  readonly path: string;
  /** 1-based. Undefined: the whole file. */
  readonly line: number | undefined;
  /** What is wrong and how to fix it. */
  readonly message: string;
  /** The file is used all the same. */
  readonly isNote?: true | undefined;
}

/** A file that can't be used, so that a call of it can say why. */
export interface BrokenSkill {
  readonly name: string;
  readonly problem: SkillProblem;
}

export function problemLine({ path, line, message }: SkillProblem): string {
  return `${path}${line === undefined ? '' : `:${line}`}: ${message}`;
}
