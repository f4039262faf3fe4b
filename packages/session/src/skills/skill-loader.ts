import { agentModelRefusal, forkCall, type ArgumentValues, type ForkCall, type Skill } from '@sluice/agent';
import type { ContextFileGate } from '@sluice/core';
import type { CommandAgent } from './command-agent.ts';
import { loadSkill, type LoadedSkill, type LoadSkillContext } from './load-skill.ts';
import type { RunSkillCommand } from './run-skill-command.ts';
import type { SessionSkillsOptions } from './session-skills-options.ts';
import { skillCommandHooks } from './skill-command-hooks.ts';
import type { SkillGrants } from './skill-grants.ts';
import { skillHooks } from './skill-hooks.ts';
import type { SkillUses } from './skill-uses.ts';

interface SkillLoaderScope {
  readonly options: Pick<
    SessionSkillsOptions,
    'cwd' | 'sessionId' | 'permission' | 'hooks' | 'tell' | 'isStored'
  >;
  /** The main agent. Undefined: there is none yet. */
  readonly agent: () => CommandAgent | undefined;
  readonly gate: () => ContextFileGate;
  readonly runsCommands: () => boolean;
  readonly grants: SkillGrants;
  readonly uses: SkillUses;
}

/** Loads skills and puts into effect what they have beside their text: grants, hooks, a model, an agent of their own. */
export class SkillLoader {
  readonly #scope: SkillLoaderScope;

  constructor(scope: SkillLoaderScope) {
    this.#scope = scope;
  }

  /** The user typed its name. */
  async loadForPerson(
    skill: Skill,
    args: string,
    run: RunSkillCommand,
    values: ArgumentValues | undefined,
  ): Promise<LoadedSkill> {
    const loaded = await loadSkill(skill, args, run, this.#context('person', 'user'), values);
    if (loaded.ok) await this.#use(skill);
    return loaded;
  }

  /** The model called the Skill tool. */
  async loadForModel(skill: Skill, args: string, run: RunSkillCommand): Promise<LoadedSkill> {
    const loaded = await loadSkill(skill, args, run, this.#context('model', 'claude'));
    if (loaded.ok) await this.#use(skill);
    return loaded;
  }

  /** The text of a skill that an agent starts with. It grants nothing. */
  preload(skill: Skill, run: RunSkillCommand): Promise<LoadedSkill> {
    const own = { ...skill, allowedTools: [], disallowedTools: [] };
    return loadSkill(own, '', run, this.#context('model', 'other'));
  }

  /** The call of the Agent tool that carries out a skill. Undefined: the conversation does. */
  forkCall(skill: Skill, text: string): ForkCall | undefined {
    const { fork } = skill;
    return fork === undefined
      ? undefined
      : forkCall(skill, { ...fork, model: this.#allowedModel(skill) }, text);
  }

  isTrusted({ scope, path }: Skill): boolean {
    return scope === undefined || this.#scope.options.permission.loaded.trusts(path, scope);
  }

  /** What a skill has beside its text takes effect: it is used in the conversation. */
  async #use(skill: Skill): Promise<void> {
    const { options, agent, uses } = this.#scope;
    const { hooks, turn, path } = skill;
    if (options.isStored) uses.add(skill.name);
    if (skill.fork === undefined) {
      const problem = await agent()?.turn.use({ ...turn, model: this.#allowedModel(skill) });
      if (problem !== undefined) options.tell(`${path}: the model ${turn.model} is not used. ${problem}`);
    }
    if (hooks !== undefined) await options.hooks.add(skillHooks(skill, this.isTrusted(skill)));
  }

  /** The model that a skill names, if its author may choose it. */
  #allowedModel(skill: Skill): string | undefined {
    const { options, agent } = this.#scope;
    const { model } = skill.turn;
    if (model === undefined) return undefined;
    const author = { source: skill.origin, isTrusted: this.isTrusted(skill) };
    const refusal = agentModelRefusal(model, author, agent()?.model());
    if (refusal === undefined) return model;
    options.tell(`${skill.path}: the model ${model} is not used: ${refusal}.`);
    return undefined;
  }

  #context(by: LoadSkillContext['by'], invokedBy: 'user' | 'claude' | 'other'): LoadSkillContext {
    const { options, agent, gate, runsCommands, grants } = this.#scope;
    const { sessionId, cwd, permission, hooks, tell } = options;
    return {
      cwd,
      facts: { sessionId: sessionId ?? '', effort: agent()?.effort() ?? '', projectDirectory: cwd },
      isTrusted: permission.loaded.trusts,
      runsCommands: runsCommands(),
      gate: gate(),
      grants,
      tell,
      by,
      refuses: skillCommandHooks(hooks, cwd, invokedBy),
    };
  }
}
