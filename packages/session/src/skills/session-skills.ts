import { homedir } from 'node:os';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  agentModelRefusal,
  createSkillTool,
  forkCall,
  knownSkillLines,
  listingNote,
  problemLine,
  SkillLibrary,
  skillListing,
  skillPlaces,
  listedSkillLines,
  type Attachment,
  type Commands,
  type ForkCall,
  type Skill,
  type SkillPort,
  type SkillSet,
  type SkillVisibility,
} from '@sluice/agent';
import { countText, isOfAgentSdk, nearestName, presentItems } from '@sluice/base';
import { createContextFileGate, type AnyTool, type ModelMessage, type ToolPool } from '@sluice/core';
import type { McpServers } from '@sluice/mcp';
import { configDirectories, managedDirectories, type LoadedSettings } from '@sluice/settings';
import { ignoredNumber } from '../ignored-number.ts';
import { addedDirectories } from '../plugins/definition-places.ts';
import type { Plugin } from '../plugins/read-plugin.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

import { loadSkill, type LoadedSkill, type LoadSkillContext } from './load-skill.ts';
import { skillCommandHooks } from './skill-command-hooks.ts';
import type { RunSkillCommand } from './run-skill-command.ts';
import type { CommandAgent } from './command-agent.ts';
import { SessionCommands } from './session-commands.ts';
import { readLoopFile } from './loop-file.ts';
import { describeGrants } from './describe-grants.ts';
import { SkillGrants } from './skill-grants.ts';
import { TouchedSkills } from './touched-skills.ts';
import { hooksProblem } from '../hooks/hooks-problem.ts';
import { skillHooks } from './skill-hooks.ts';
import { BUDGET_VARIABLE, skillSettings, type SkillSettings } from './skill-settings.ts';
import { skillTexts } from './skill-texts.ts';
import { SkillUses } from './skill-uses.ts';

export interface SessionSkillsOptions {
  /** Absolute and real. */
  readonly cwd: string;
  readonly sessionId: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly permission: LocalPermission;
  readonly hooks: Pick<SessionHooks, 'dispatcher' | 'add'>;
  readonly pool: () => ToolPool;
  readonly toolNames: () => readonly string[];
  readonly mcp: () => Pick<McpServers, 'prompts' | 'connected' | 'whyUnusable'> | undefined;
  readonly tell: (text: string) => void;
  /** False: what is used is not remembered. */
  readonly isStored: boolean;
  /** Default: none. */
  readonly plugins?: readonly Plugin[] | undefined;
  /** Where the administrator's files are. Default: the system's places. */
  readonly managedDirectories?: readonly string[] | undefined;
  /** The only skills. Default: all that are found. */
  readonly only?: readonly string[] | undefined;
  /** False: the model can't load skills. Default true. */
  readonly offersTool?: boolean;
}

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
  /** What the settings say, and of which it was read. */
  #read: { readonly of: LoadedSettings; readonly settings: SkillSettings } | undefined;
  #set: SkillSet | undefined;
  readonly #touched: TouchedSkills;
  #agent: CommandAgent | undefined;
  #offersTool = false;
  /** The messages that `#lines` were read from. */
  #known: { readonly last: ModelMessage | undefined; lines: ReadonlyMap<string, string> } | undefined;

  constructor(options: SessionSkillsOptions) {
    const { cwd, env, permission } = options;
    const { loaded, state, sources } = permission;
    this.#options = options;
    this.#touched = new TouchedSkills(cwd);
    this.#uses = new SkillUses(env);
    this.grants = new SkillGrants(state);
    const home = env['HOME'] ?? homedir();
    const { sluice, claude } = configDirectories({ env, home });
    const userDirectories = [sluice, claude].filter((directory) => directory !== undefined);
    const root = projectRoot(cwd, home);
    const [readsUser, readsProject] = [
      sources?.includes('user') !== false,
      sources?.includes('project') !== false,
    ];
    const gate = createContextFileGate({
      policy: permission.policy,
      current: state.current,
      isTrusted: loaded.trusts,
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
      load: async (skill, args, run, values) => {
        const loaded = await loadSkill(skill, args, run, this.#loadContext('person'), values);
        if (loaded.ok) await this.#use(skill);
        return loaded;
      },
      forkCall: (skill, text) => this.#forkCall(skill, text),
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
    const own = { ...skill, allowedTools: [], disallowedTools: [] };
    return loadSkill(own, '', run, this.#loadContext('model', 'other'));
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
    if (lines.size === 0 && this.#known === undefined) return [];
    const told = this.#toldIn(messages);
    const text = listingNote(lines, told);
    if (text === undefined) return [];
    this.#known = { last: messages.at(-1), lines: knownSkillLines(lines, told) };
    return [{ text, origin: 'note' }];
  }

  /** A conversation only grows, until it is compacted: then what it says is read from it again. */
  #toldIn(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
    const { last, lines } = this.#known ?? {};
    if (lines !== undefined && (last === undefined || messages.includes(last))) return lines;
    return listedSkillLines(messages);
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
    return {
      refusal: async (name) => {
        const set = await this.look();
        const skill = set.find(name);
        if (skill === undefined) return this.#unknown(name);
        const seen = this.#isChosen(skill) ? this.#visibility(skill) : 'off';
        if (seen === 'off') return `The skill ${skill.name} is off (\`skillOverrides\` in the settings).`;
        if (!skill.isForModel || seen === 'user-invocable-only')
          return `The skill ${skill.name} can't be loaded by a model: only a person can use it.`;
        return undefined;
      },
      grants: (name) => {
        const skill = this.set.find(name);
        if (skill === undefined) return undefined;
        // One of a project that is not trusted is text: it allows nothing, and its hooks don't run.
        const granted = this.#isTrusted(skill) ? skill : { ...skill, allowedTools: [], hooks: undefined };
        return describeGrants(granted);
      },
      fileOf: (name) => this.set.find(name)?.path,
      use: async ({ skill: name, args = '' }, context) => {
        const skill = this.set.find(name);
        if (skill === undefined) return { ok: false, message: this.#unknown(name) };
        const { commandsOfCall } = await import('./run-skill-command.ts');
        const loaded = await loadSkill(skill, args, commandsOfCall(context), this.#loadContext());
        if (!loaded.ok) return loaded;
        const { text } = loaded;
        await this.#use(skill);
        // With other arguments in between, it is sent again: the text to follow is the last one.
        const isRepeated = skillTexts(context.messages).get(skill.name) === text;
        return { ok: true, name: skill.name, text, isRepeated, fork: this.#forkCall(skill, text) };
      },
    };
  }

  /** The call of the Agent tool that carries out a skill. Undefined: the conversation does. */
  #forkCall(skill: Skill, text: string): ForkCall | undefined {
    const { fork } = skill;
    return fork === undefined
      ? undefined
      : forkCall(skill, { ...fork, model: this.#allowedModel(skill) }, text);
  }

  /** What a skill has beside its text takes effect: it is used in the conversation. */
  async #use(skill: Skill): Promise<void> {
    const { hooks, turn, path } = skill;
    if (this.#options.isStored) this.#uses.add(skill.name);
    if (skill.fork === undefined) {
      const problem = await this.#agent?.turn.use({ ...turn, model: this.#allowedModel(skill) });
      if (problem !== undefined)
        this.#options.tell(`${path}: the model ${turn.model} is not used. ${problem}`);
    }
    if (hooks !== undefined) await this.#options.hooks.add(skillHooks(skill, this.#isTrusted(skill)));
  }

  /** The model that a skill names, if its author may choose it. */
  #allowedModel(skill: Skill): string | undefined {
    const { model } = skill.turn;
    if (model === undefined) return undefined;
    const author = { source: skill.origin, isTrusted: this.#isTrusted(skill) };
    const refusal = agentModelRefusal(model, author, this.#agent?.model());
    if (refusal === undefined) return model;
    this.#options.tell(`${skill.path}: the model ${model} is not used: ${refusal}.`);
    return undefined;
  }

  #isChosen({ name }: Pick<Skill, 'name'>): boolean {
    return this.#options.only?.includes(name) !== false;
  }

  #visibility({ name }: Pick<Skill, 'name'>): SkillVisibility {
    return this.#settings.visibility(name);
  }

  #isTrusted({ scope, path }: Skill): boolean {
    return scope === undefined || this.#options.permission.loaded.trusts(path, scope);
  }

  #unknown(name: string): string {
    const broken = this.set.findBroken(name);
    if (broken !== undefined) return `The skill ${name} can't be used. ${problemLine(broken.problem)}`;
    const names = this.set.skills.map((skill) => skill.name);
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    return `There is no skill ${JSON.stringify(name.slice(0, 100))}.${hint}`;
  }

  #loadContext(
    by: LoadSkillContext['by'] = 'model',
    invokedBy: 'user' | 'claude' | 'other' = by === 'person' ? 'user' : 'claude',
  ): LoadSkillContext {
    const { sessionId, cwd, permission, hooks } = this.#options;
    return {
      cwd,
      facts: { sessionId: sessionId ?? '', effort: this.#agent?.effort() ?? '', projectDirectory: cwd },
      isTrusted: permission.loaded.trusts,
      runsCommands: this.#settings.runsCommands,
      gate: createContextFileGate({
        policy: permission.policy,
        current: permission.state.current,
        isTrusted: permission.loaded.trusts,
      }),
      grants: this.grants,
      tell: this.#options.tell,
      by,
      refuses: skillCommandHooks(hooks, cwd, invokedBy),
    };
  }
}

const NOTHING: SkillSet = {
  skills: [],
  broken: [],
  problems: [],
  find: (): Skill | undefined => undefined,
  findBroken: () => undefined,
};

/** The top of the checkout that the directory is in; outside of one, the directory itself. */
function projectRoot(cwd: string, home: string): string {
  for (let at = cwd; at !== home; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) break;
  }
  return cwd;
}
