import { existsSync } from 'node:fs';
import {
  typedCommands,
  type ArgumentValues,
  type Attachment,
  type Command,
  type Commands,
  type Expand,
  type Expansion,
  type ForkCall,
  type HookBlock,
  type Prompt,
  type Skill,
} from '@sluice/agent';
import type { McpPrompt } from '@sluice/mcp';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { BuiltInCall } from './built-in-command.ts';
import type { CommandAgent } from './command-agent.ts';
import { KnownCommands, type KnownCommandsScope } from './known-commands.ts';
import type { LoadedSkill } from './load-skill.ts';
import type { RunSkillCommand } from './run-skill-command.ts';

interface SessionCommandsScope extends KnownCommandsScope {
  readonly agent: () => CommandAgent | undefined;
  readonly load: (
    skill: Skill,
    args: string,
    run: RunSkillCommand,
    values: ArgumentValues | undefined,
  ) => Promise<LoadedSkill>;
  /** The call of the Agent tool that carries out a skill. Undefined: the conversation does. */
  readonly forkCall: (skill: Skill, text: string) => ForkCall | undefined;
  readonly loopFile: BuiltInCall['loopFile'];
  readonly shortened: BuiltInCall['shortened'];
  /** The user has sent a new message. */
  readonly begin: () => Promise<void>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** Why there is no such command. */
  readonly unknown: (name: string) => string;
  /** That there is no such command is the answer to the message, and no error. */
  readonly answersUnknown: boolean;
}

/** A command as the user has typed it. */
interface TypedCommand {
  readonly name: string;
  readonly args: string;
  readonly values?: ArgumentValues | undefined;
}

/** The commands that the user can type in a session. */
export class SessionCommands implements Commands {
  readonly #scope: SessionCommandsScope;
  readonly #known: KnownCommands;

  constructor(scope: SessionCommandsScope) {
    this.#scope = scope;
    this.#known = new KnownCommands(scope);
  }

  list(): Promise<readonly Command[]> {
    return this.#known.list();
  }

  current(): readonly Command[] {
    return this.#known.current();
  }

  async run(name: string, args: string, signal: AbortSignal, values?: ArgumentValues): Promise<Expansion> {
    await this.#scope.look();
    await this.#known.arrival(name, signal);
    return this.#runOne({ name, args, values }, signal);
  }

  readonly expand: Expand = async (given, signal) => {
    await this.#scope.begin();
    await this.#scope.look();
    const prompt = withoutEscape(given);
    if (prompt !== given) return { kind: 'prompt', prompt, following: [] };
    // Servers whose prompts are meant may still be connecting.
    const meant = this.#typedIn(prompt, (name) => name.startsWith('mcp__'));
    await Promise.all(meant.map(async ({ name }) => this.#known.arrival(name, signal)));
    const typed = this.#typedIn(prompt);
    const following: Attachment[] = [];
    for (const command of typed) {
      // First the hooks: a text that is expanded may run commands.
      const asked = this.#expands(command.name) ? await this.#askHooks(command) : [];
      if ('event' in asked) return { kind: 'refused', message: asked.reason, block: asked };
      const one = await this.#runOne(command, signal);
      if (one.kind !== 'prompt') return one;
      following.push(...one.following, ...asked);
    }
    return { kind: 'prompt', prompt, following };
  };

  /** The commands at the start of a message. */
  #typedIn(
    { content: [first] }: Prompt,
    mayCome: (name: string) => boolean = () => false,
  ): readonly TypedCommand[] {
    if (first?.type !== 'text' || !first.text.startsWith('/')) return [];
    const isKnown = (name: string): boolean => this.#known.has(name) || mayCome(name);
    const { names, args } = typedCommands(first.text, isKnown) ?? { names: [], args: '' };
    const [name = ''] = names;
    const isPath = names.length === 1 && !isKnown(name) && existsSync(`/${name}`);
    return isPath ? [] : names.map((one) => ({ name: one, args }));
  }

  async #runOne(command: TypedCommand, signal: AbortSignal): Promise<Expansion> {
    const { name, args } = command;
    const skill = this.#known.skill(name);
    if (skill !== undefined && !this.#scope.isOff(skill)) return this.#runSkill(skill, command, signal);
    const builtIn = this.#known.builtIn(name);
    const set = this.#scope.set();
    if (skill === undefined && builtIn === undefined && set.findBroken(name) !== undefined)
      return refused(this.#scope.unknown(name));
    const prompt = this.#known.prompt(name);
    if (prompt !== undefined) return runPrompt(prompt, command, signal);
    const agent = this.#scope.agent();
    if (agent === undefined) return refused(this.#known.unknownText(name));
    if (builtIn !== undefined) {
      const { loopFile, shortened } = this.#scope;
      return builtIn.run({ args, agent, skills: set, shortened, commands: () => this.list(), loopFile });
    }
    if (this.#known.hasWorkflow(name)) return runSaved(agent, command, signal);
    return this.#unknown(name);
  }

  #unknown(name: string): Expansion {
    const text = this.#known.unknownText(name);
    return this.#scope.answersUnknown ? { kind: 'answer', text } : refused(text);
  }

  async #runSkill(skill: Skill, { args, values }: TypedCommand, signal: AbortSignal): Promise<Expansion> {
    if (!skill.isForPerson)
      return refused(`Only the model can use the skill ${skill.name} (user-invocable: false).`);
    const agent = this.#scope.agent();
    if (agent === undefined) return refused('There is no agent for it yet.');
    const { commandsOfPerson } = await import('./run-skill-command.ts');
    const loaded = await this.#scope.load(skill, args, commandsOfPerson(agent.runtime, signal), values);
    if (!loaded.ok) return refused(loaded.message);
    const command = { name: skill.name, args };
    const fork = this.#scope.forkCall(skill, loaded.text);
    if (fork === undefined) return said(command, { text: loaded.text, origin: 'instructions' });
    const { runFork } = await import('./run-fork.ts');
    return said(command, { text: await runFork(fork, agent.runtime, signal), origin: 'agent' });
  }

  /** It stands for a text, and doesn't answer by itself. */
  #expands(name: string): boolean {
    const known = this.#known;
    return (
      known.skill(name) !== undefined ||
      known.prompt(name) !== undefined ||
      known.hasWorkflow(name) ||
      known.builtIn(name)?.isBundled === true
    );
  }

  /** What hooks add, or how one blocks the expansion. */
  async #askHooks({ name, args }: TypedCommand): Promise<HookBlock | readonly Attachment[]> {
    const dispatcher = this.#scope.hooks.dispatcher();
    const agent = this.#scope.agent();
    if (dispatcher?.has('UserPromptExpansion') !== true || agent === undefined) return [];
    const verdict = await dispatcher.fire(
      'UserPromptExpansion',
      {
        expansion_type: name.startsWith('mcp__') ? 'mcp_prompt' : 'slash_command',
        command_name: name,
        command_args: args,
        command_source: this.#scope.set().find(name)?.origin,
        prompt: lineOf({ name, args }),
      },
      { cwd: agent.runtime.session.cwd },
    );
    const reason = verdict.block?.reason ?? verdict.stop?.reason;
    if (reason === undefined)
      return verdict.additionalContext.map((text) => ({ text, origin: 'hook' as const }));
    return { event: 'UserPromptExpansion', reason };
  }
}

/** `//name` at the start of a message is the text `/name`. */
function withoutEscape(prompt: Prompt): Prompt {
  const [first, ...rest] = prompt.content;
  if (first?.type !== 'text' || !/^\/\/[A-Za-z0-9][\w:.-]*(?=\s|$)/.test(first.text)) return prompt;
  return { ...prompt, content: [{ ...first, text: first.text.slice(1) }, ...rest] };
}

async function runPrompt(prompt: McpPrompt, command: TypedCommand, signal: AbortSignal): Promise<Expansion> {
  const { commandWords, wordText } = await import('@sluice/agent');
  const got = await prompt.get(commandWords(command.args, command.values).map(wordText), signal);
  if (!got.ok) return refused(got.reason);
  const texts = got.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
  return said(command, { text: texts.join('\n'), origin: 'mcp' });
}

async function runSaved(agent: CommandAgent, command: TypedCommand, signal: AbortSignal): Promise<Expansion> {
  const { name, args, values } = command;
  const { runWorkflow } = await import('./run-workflow.ts');
  const text = await runWorkflow(name, args, agent.runtime, signal, values);
  return said(command, { text, origin: 'note' });
}

function refused(message: string): Expansion {
  return { kind: 'refused', message };
}

/** What a command says, after the line by which it was called. */
function said(command: TypedCommand, following: Attachment): Expansion {
  return {
    kind: 'prompt',
    prompt: { content: [{ type: 'text', text: lineOf(command) }], origin: 'person' },
    following: [following],
  };
}

function lineOf({ name, args }: TypedCommand): string {
  return args === '' ? `/${name}` : `/${name} ${args}`;
}
