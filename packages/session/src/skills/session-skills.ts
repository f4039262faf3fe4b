import { join } from 'node:path';
import {
  createSkillTool,
  problemLine,
  SkillLibrary,
  skillListing,
  skillPlaces,
  type Attachment,
  type Commands,
  type Skill,
  type SkillPort,
  type SkillSet,
  type SkillVisibility,
} from '@sluice/agent';
import { countText, isOfAgentSdk, nearestName, presentItems } from '@sluice/base';
import { createContextFileGate, type AnyTool, type ContextFileGate, type ModelMessage } from '@sluice/core';
import { managedDirectories, type LoadedSettings } from '@sluice/settings';
import { ignoredNumber } from '../ignored-number.ts';
import { addedDirectories } from '../plugins/definition-places.ts';
import type { LocalPermission } from '../permission/open-permission.ts';
import type { LoadedSkill } from './load-skill.ts';
import type { RunSkillCommand } from './run-skill-command.ts';
import type { CommandAgent } from './command-agent.ts';
import { SessionCommands } from './session-commands.ts';
import { readLoopFile } from './loop-file.ts';
import { SkillGrants } from './skill-grants.ts';
import { TouchedSkills } from './touched-skills.ts';
import { hooksProblem } from '../hooks/hooks-problem.ts';
import { BUDGET_VARIABLE, skillSettings, type SkillSettings } from './skill-settings.ts';
import { skillDirectories } from './skill-directories.ts';
import { createSkillPort } from './skill-port.ts';
import type { SessionSkillsOptions } from './session-skills-options.ts';
import { SkillLoader } from './skill-loader.ts';
import { AnnouncedSkills } from './announced-skills.ts';
import { SkillUses } from './skill-uses.ts';

const EXTRA_TOKENS_CHARS = 4;
const SOURCE = 'skills';

/** The skills and slash commands of a session. */
export class SessionSkills {
  readonly commands: Commands;
  readonly grants: SkillGrants;
  readonly #options: SessionSkillsOptions;
  readonly #library: SkillLibrary;
  readonly #told = new Set<string>();
  readonly #uses: SkillUses;
  readonly #loader: SkillLoader;
  /** What the settings say, and of which it was read. */
  #read: { readonly of: LoadedSettings; readonly settings: SkillSettings } | undefined;
  #set: SkillSet | undefined;
  readonly #touched: TouchedSkills;
  #agent: CommandAgent | undefined;
  #offersTool = false;
  readonly #announced = new AnnouncedSkills();

  constructor(options: SessionSkillsOptions) {
    const { cwd, env, permission } = options;
    const { loaded, state } = permission;
    const directories = skillDirectories(cwd, env, permission);
    const { root, home, userDirectories, claude, readsUser, readsProject } = directories;
    const gate = gateOf(permission);
    this.#options = options;
    this.#touched = new TouchedSkills(cwd);
    this.#uses = new SkillUses(env);
    this.grants = new SkillGrants(state);
    this.#loader = new SkillLoader({
      options,
      agent: () => this.#agent,
      gate: () => gateOf(permission),
      runsCommands: () => this.#settings.runsCommands,
      grants: this.grants,
      uses: this.#uses,
    });
    this.#library = new SkillLibrary({
      places: () =>
        skillPlaces({
          ...{ cwd, root, home, userDirectories },
          managedDirectories: (options.managedDirectories ?? managedDirectories()).flatMap((directory) => [
            join(directory, '.sluice'),
            join(directory, '.claude'),
          ]),
          nestedDirectories: this.#touched.nested,
          plugins: options.plugins ?? [],
          additionalDirectories: addedDirectories(state, cwd),
          readsUser,
          readsProject,
        }),
      gate,
      isTrusted: loaded.trusts,
      tools: options.toolNames,
      judgeHooks: hooksProblem,
    });
    this.commands = new SessionCommands({
      look: () => this.look(),
      set: () => this.set,
      shortened: () => this.shortened(),
      isOff: (skill) => (skill.isSkill && !this.#isChosen(skill)) || this.#visibility(skill) === 'off',
      hasBundled: () => this.#settings.hasBundled,
      agent: () => this.#agent,
      mcp: options.mcp,
      load: (skill, args, run, values) => this.#loader.loadForPerson(skill, args, run, values),
      forkCall: (skill, text) => this.#loader.forkCall(skill, text),
      begin: async () => {
        this.grants.clear();
        const problem = await this.#agent?.turn.end();
        if (problem !== undefined) this.#options.tell(problem);
      },
      hooks: options.hooks,
      loopFile: () =>
        readLoopFile({
          root: readsProject ? root : undefined,
          userDirectory: readsUser ? claude : undefined,
          gate,
        }),
      unknown: (name) => this.#unknown(name),
      answersUnknown: isOfAgentSdk(env),
    });
  }

  /** Changes of the settings apply while the session runs. */
  get #settings(): SkillSettings {
    const { permission, env } = this.#options;
    const of = permission.applying();
    if (this.#read?.of !== of) this.#read = { of, settings: skillSettings(of, env) };
    return this.#read.settings;
  }

  get set(): SkillSet {
    return this.#set ?? NOTHING;
  }

  /** Looks at the files. The Skill tool joins the pool once there is a skill for the model. */
  async look(): Promise<SkillSet> {
    this.#set = await this.#library.look();
    for (const problem of this.#set.problems) {
      const line = problemLine(problem);
      if (!this.#told.has(line)) this.#options.tell(line);
      this.#told.add(line);
    }
    return this.#set;
  }

  /** The first look: what the session's notices are to say is returned. Several notes on files that are used are one line. */
  async open(): Promise<readonly string[]> {
    const lines = await this.survey();
    const notes = this.set.problems.filter(({ isNote }) => isNote === true).map(problemLine);
    const [first] = notes;
    if (first === undefined || notes.length === 1) return lines;
    const folded = `${first} (and ${countText(notes.length - 1, 'more note')} on skills and commands: sluice doctor)`;
    return lines.flatMap((line) => (line === first ? [folded] : notes.includes(line) ? [] : [line]));
  }

  /** The first look: all that is wrong with files, one line each. */
  async survey(): Promise<readonly string[]> {
    this.#set = await this.#library.look();
    const ignored = ignoredNumber(this.#options.env, BUDGET_VARIABLE);
    const lines = presentItems([ignored, ...this.#set.problems.map(problemLine)]);
    for (const line of lines) this.#told.add(line);
    this.#offersTool = this.#mayOffer() && this.#lines().size > 0;
    return lines;
  }

  /**
   * The skills that the model has in its list without their description, because it would be too long.
   * @param window tokens of the model's context. Default: that of the main agent's model
   */
  shortened(window?: number): ReadonlySet<string> {
    return this.#listing(window).shortened;
  }

  /** Undefined: there is no skill for the model. */
  tool(): AnyTool | undefined {
    return this.#offersTool ? createSkillTool(this.#port()) : undefined;
  }

  /** The text of a skill that an agent starts with. It grants nothing; `run` runs its commands. */
  async preload(name: string, run: RunSkillCommand): Promise<LoadedSkill> {
    const skill = (await this.look()).find(name);
    if (skill === undefined) return { ok: false, message: this.#unknown(name) };
    return this.#loader.preload(skill, run);
  }

  /** The main agent, which carries out commands. */
  connect(agent: CommandAgent): void {
    this.#agent = agent;
  }

  /** Skills that the model doesn't know yet. */
  async notes(messages: readonly ModelMessage[]): Promise<readonly Attachment[]> {
    if (this.#touched.read(messages)) await this.look();
    const lines = this.#lines();
    if (lines.size > 0 && !this.#offersTool && this.#mayOffer()) this.#join();
    if (this.#options.pool().find('Skill') === undefined) return [];
    const text = this.#announced.note(lines, messages);
    return text === undefined ? [] : [{ text, origin: 'note' }];
  }

  #mayOffer(): boolean {
    return this.#options.offersTool !== false;
  }

  #join(): void {
    this.#offersTool = true;
    this.#options.pool().update(SOURCE, [createSkillTool(this.#port())]);
  }

  #lines(): ReadonlyMap<string, string> {
    return this.#listing().lines;
  }

  #listing(window = this.#agent?.contextWindow()): ReturnType<typeof skillListing> {
    const { budget, budgetFraction, perSkill, visibility } = this.#settings;
    const share = window === undefined ? 8_000 : window * EXTRA_TOKENS_CHARS * budgetFraction;
    const skills = this.set.skills.filter((skill) => this.#isChosen(skill) && this.#touched.isListed(skill));
    return skillListing(skills, {
      ...{ budget: budget ?? Math.max(share, 1_000), perSkill, visibility },
      uses: () => this.#uses.counts(),
    });
  }

  #port(): SkillPort {
    return createSkillPort({
      look: () => this.look(),
      set: () => this.set,
      seenAs: (skill) => (this.#isChosen(skill) ? this.#visibility(skill) : 'off'),
      unknown: (name) => this.#unknown(name),
      loader: this.#loader,
    });
  }

  #isChosen({ name }: Pick<Skill, 'name'>): boolean {
    return this.#options.only?.includes(name) !== false;
  }

  #visibility({ name }: Pick<Skill, 'name'>): SkillVisibility {
    return this.#settings.visibility(name);
  }

  #unknown(name: string): string {
    const broken = this.set.findBroken(name);
    if (broken !== undefined) return `The skill ${name} can't be used. ${problemLine(broken.problem)}`;
    const names = this.set.skills.map((skill) => skill.name);
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return `There is no skill ${JSON.stringify(name.slice(0, 100))}.${hint}`;
  }
}

const NOTHING: SkillSet = {
  skills: [],
  broken: [],
  problems: [],
  find: (): Skill | undefined => undefined,
  findBroken: () => undefined,
};

function gateOf({ policy, state, loaded }: LocalPermission): ContextFileGate {
  return createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
}
