import { existsSync } from 'node:fs';
import {
  typedCommands,
  type ArgumentValues,
  type Attachment,
  type Command,
  type Commands,
  type Expansion,
  type ForkCall,
  type Prompt,
  type Skill,
  type SkillSet,
} from '@sluice/agent';
import { nearestName } from '@sluice/base';
import type { McpServers } from '@sluice/mcp';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { BuiltInCall, BuiltInCommand } from './built-in-command.ts';
import { BUILT_IN_COMMANDS } from './built-in-commands.ts';
import type { CommandAgent } from './command-agent.ts';
import type { LoadedSkill } from './load-skill.ts';
import type { RunSkillCommand } from './run-skill-command.ts';

interface CommandsScope {
  readonly look: () => Promise<SkillSet>;
  readonly set: () => SkillSet;
  readonly isOff: (skill: Skill) => boolean;
  readonly agent: () => CommandAgent | undefined;
  readonly mcp: () => Pick<McpServers, 'prompts'> | undefined;
  readonly load: (
    skill: Skill,
    args: string,
    run: RunSkillCommand,
    values: ArgumentValues | undefined,
  ) => Promise<LoadedSkill>;
  /** The call of the Agent tool that carries out a skill. Undefined: the conversation does. */
  readonly forkCall: (skill: Skill, text: string) => ForkCall | undefined;
  readonly loopFile: BuiltInCall['loopFile'];
  /** The user has sent a new message. */
  readonly begin: () => Promise<void>;
  readonly hooks: Pick<SessionHooks, 'dispatcher'>;
  /** Why there is no such command. */
  readonly unknown: (name: string) => string;
}

/** The commands that the user can type in a session. */
export function createCommands(scope: CommandsScope): Commands {
  const builtIn = (name: string): BuiltInCommand | undefined =>
    BUILT_IN_COMMANDS.find((command) => command.name === name);

  // A repository doesn't decide what the user's own words do.
  const isPassedOver = (skill: Skill, name: string): boolean =>
    skill.origin === 'project' && builtIn(name) !== undefined;

  const list = async (): Promise<readonly Command[]> => {
    const { skills } = await scope.look();
    const shown = skills.filter(
      (skill) => skill.isForPerson && !scope.isOff(skill) && !isPassedOver(skill, skill.name),
    );
    const taken = new Set(shown.map(({ name }) => name));
    const others = workflows().filter(({ name }) => !taken.has(name) && builtIn(name) === undefined);
    return [
      ...BUILT_IN_COMMANDS.filter(({ name }) => !taken.has(name)).map(
        ({ name, description, argumentHint }): Command => ({
          ...{ name, description, argumentHint, origin: 'built-in', path: undefined, isSkill: false },
        }),
      ),
      ...shown.map(({ name, description, argumentHint, origin, path, isSkill }): Command => ({
        ...{ name, description, argumentHint, origin, path, isSkill },
      })),
      ...others.map(({ name, path }): Command => ({
        ...{ name, path, description: 'Run a saved workflow.', argumentHint: '[args]', isSkill: false },
        origin: 'user',
      })),
      ...(scope.mcp()?.prompts() ?? []).map((prompt): Command => ({
        ...{ name: prompt.name, description: prompt.description, path: undefined, isSkill: false },
        origin: 'mcp',
        argumentHint:
          prompt.arguments
            .map(({ name, isRequired }) => (isRequired ? `<${name}>` : `[${name}]`))
            .join(' ') || undefined,
      })),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  };

  const refused = (message: string): Expansion => ({ kind: 'refused', message });

  const runOne = async (
    name: string,
    args: string,
    signal: AbortSignal,
    values?: ArgumentValues,
  ): Promise<Expansion> => {
    const found = scope.set().find(name);
    const skill = found !== undefined && isPassedOver(found, name) ? undefined : found;
    if (skill !== undefined && !scope.isOff(skill)) return runSkill(skill, args, signal, values);
    if (skill === undefined && builtIn(name) === undefined && scope.set().findBroken(name) !== undefined)
      return refused(scope.unknown(name));
    const prompt = scope
      .mcp()
      ?.prompts()
      .find((one) => one.name === name);
    if (prompt !== undefined) {
      const { commandWords, wordText } = await import('@sluice/agent');
      const got = await prompt.get(commandWords(args, values).map(wordText), signal);
      if (!got.ok) return refused(got.reason);
      const text = got.content
        .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
        .join('\n');
      return said(name, args, [{ text, origin: 'mcp' }]);
    }
    const command = builtIn(name);
    const agent = scope.agent();
    if (command !== undefined && agent !== undefined)
      return command.run({ args, agent, skills: scope.set(), commands: list, loopFile: scope.loopFile });
    if (agent !== undefined && workflows().some((saved) => saved.name === name)) {
      const { runWorkflow } = await import('./run-workflow.ts');
      return said(name, args, [
        { text: await runWorkflow(name, args, agent.runtime, signal, values), origin: 'note' },
      ]);
    }
    return refused(unknownText(name));
  };

  const workflows = () => scope.agent()?.workflows?.list() ?? [];

  const unknownText = (name: string): string => {
    const names = [
      ...scope
        .set()
        .skills.filter((skill) => skill.isForPerson)
        .map((skill) => skill.name),
      ...(scope.mcp()?.prompts() ?? []).map((prompt) => prompt.name),
      ...BUILT_IN_COMMANDS.map((command) => command.name),
      ...workflows().map((saved) => saved.name),
    ];
    const nearest = nearestName(name, names);
    const hint =
      nearest === undefined
        ? 'To send it as text, put a blank before the slash.'
        : `Did you mean /${nearest}?`;
    return `There is no command /${name.slice(0, 100)}. ${hint}`;
  };

  const runSkill = async (
    skill: Skill,
    args: string,
    signal: AbortSignal,
    values: ArgumentValues | undefined,
  ): Promise<Expansion> => {
    if (!skill.isForPerson)
      return refused(`The skill ${skill.name} is for the model only (user-invocable: false).`);
    const agent = scope.agent();
    if (agent === undefined) return refused('There is no agent for it yet.');
    const { commandsOfPerson } = await import('./run-skill-command.ts');
    const loaded = await scope.load(skill, args, commandsOfPerson(agent.runtime, signal), values);
    if (!loaded.ok) return refused(loaded.message);
    const fork = scope.forkCall(skill, loaded.text);
    if (fork === undefined) return said(skill.name, args, [{ text: loaded.text, origin: 'instructions' }]);
    const { runFork } = await import('./run-fork.ts');
    const report = await runFork(fork, agent.runtime, signal);
    return said(skill.name, args, [{ text: report, origin: 'agent' }]);
  };

  const isKnown = (name: string): boolean =>
    scope.set().find(name) !== undefined ||
    builtIn(name) !== undefined ||
    scope
      .mcp()
      ?.prompts()
      .some((prompt) => prompt.name === name) === true ||
    workflows().some((saved) => saved.name === name);

  const expand = async (prompt: Prompt, signal: AbortSignal): Promise<Expansion> => {
    await scope.begin();
    const plain: Expansion = { kind: 'prompt', prompt, following: [] };
    await scope.look();
    const [first] = prompt.content;
    if (first?.type !== 'text' || !first.text.startsWith('/')) return plain;
    const typed = typedCommands(first.text, isKnown);
    if (typed === undefined) return plain;
    const { names, args } = typed;
    if (names.length === 1 && !isKnown(names[0] ?? '') && existsSync(`/${names[0]}`)) return plain;
    const following: Attachment[] = [];
    for (const name of names) {
      const one = await runOne(name, args, signal);
      if (one.kind !== 'prompt') return one;
      const asked = await askHooks(name, args, one.following);
      if (typeof asked === 'string') return refused(asked);
      following.push(...one.following, ...asked);
    }
    return { kind: 'prompt', prompt, following };
  };

  /** A text: why a hook refuses the expansion. */
  const askHooks = async (
    name: string,
    args: string,
    following: readonly Attachment[],
  ): Promise<string | readonly Attachment[]> => {
    const dispatcher = scope.hooks.dispatcher();
    const agent = scope.agent();
    if (dispatcher?.has('UserPromptExpansion') !== true || agent === undefined) return [];
    const skill = scope.set().find(name);
    const verdict = await dispatcher.fire(
      'UserPromptExpansion',
      {
        expansion_type: name.startsWith('mcp__') ? 'mcp_prompt' : 'slash_command',
        command_name: name,
        command_args: args,
        command_source: skill?.origin,
        prompt: following.map(({ text }) => text).join('\n'),
      },
      { cwd: agent.runtime.session.cwd },
    );
    const reason = verdict.block?.reason ?? verdict.stop?.reason;
    return reason ?? verdict.additionalContext.map((text) => ({ text, origin: 'hook' as const }));
  };

  return {
    list,
    async run(name, args, signal, values) {
      await scope.look();
      return runOne(name, args, signal, values);
    },
    expand,
  };
}

/** What a command says, after the line by which it was called. */
function said(name: string, args: string, following: readonly Attachment[]): Expansion {
  const text = args === '' ? `/${name}` : `/${name} ${args}`;
  return { kind: 'prompt', prompt: { content: [{ type: 'text', text }], origin: 'person' }, following };
}
