import type { Command, Skill, SkillSet } from '@sluice/agent';
import { nearestName } from '@sluice/base';
import type { McpPrompt, McpServers } from '@sluice/mcp';
import type { BuiltInCommand } from './built-in-command.ts';
import { BUILT_IN_COMMANDS } from './commands-without-terminal.ts';
import type { CommandAgent } from './command-agent.ts';

export interface KnownCommandsScope {
  readonly look: () => Promise<SkillSet>;
  readonly set: () => SkillSet;
  readonly isOff: (skill: Skill) => boolean;
  /** Prompts that come with the program are commands. */
  readonly hasBundled: () => boolean;
  readonly agent: () => Pick<CommandAgent, 'workflows'> | undefined;
  readonly mcp: () => Pick<McpServers, 'prompts' | 'connected' | 'whyUnusable'> | undefined;
}

type SavedWorkflow = ReturnType<NonNullable<CommandAgent['workflows']>['list']>[number];

/** What the commands of a session's user may be: built-in ones, skills, saved workflows, and prompts of MCP servers. */
export class KnownCommands {
  readonly #scope: KnownCommandsScope;

  constructor(scope: KnownCommandsScope) {
    this.#scope = scope;
  }

  /** By name. */
  async list(): Promise<readonly Command[]> {
    await this.#scope.look();
    return this.current();
  }

  /** By name, as the files were when they were last read. */
  current(): readonly Command[] {
    const { skills } = this.#scope.set();
    const shown = skills.filter(
      (skill) => skill.isForPerson && !this.#scope.isOff(skill) && !this.#isPassedOver(skill, skill.name),
    );
    const taken = new Set(shown.map(({ name }) => name));
    const workflows = this.#workflows.filter(
      ({ name }) => !taken.has(name) && this.builtIn(name) === undefined,
    );
    return [
      ...this.#builtIns.filter(({ name }) => !taken.has(name)).map(ofBuiltIn),
      ...shown.map(ofSkill),
      ...workflows.map(ofWorkflow),
      ...this.#prompts.map(ofPrompt),
    ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  has(name: string): boolean {
    return (
      this.#scope.set().find(name) !== undefined ||
      this.builtIn(name) !== undefined ||
      this.prompt(name) !== undefined ||
      this.hasWorkflow(name)
    );
  }

  /** Undefined: there is none, or a built-in command comes before it. */
  skill(name: string): Skill | undefined {
    const found = this.#scope.set().find(name);
    return found !== undefined && this.#isPassedOver(found, name) ? undefined : found;
  }

  builtIn(name: string): BuiltInCommand | undefined {
    return this.#builtIns.find((command) => command.name === name);
  }

  prompt(name: string): McpPrompt | undefined {
    return this.#prompts.find((prompt) => prompt.name === name);
  }

  /**
   * Waits for the server whose prompt a command of this name would be. Undefined: no such server is connecting, or the command is known.
   */
  arrival(name: string, signal?: AbortSignal): Promise<void> | undefined {
    if (this.has(name)) return undefined;
    return this.#scope.mcp()?.connected((_server, prefix) => name.startsWith(prefix), signal);
  }

  hasWorkflow(name: string): boolean {
    return this.#workflows.some((saved) => saved.name === name);
  }

  /** That there is no such command, for the user. */
  unknownText(name: string): string {
    const why = this.#scope.mcp()?.whyUnusable((_server, prefix) => name.startsWith(prefix));
    if (why !== undefined) return `There is no command /${name.slice(0, 100)}. ${why}`;
    // One of this very name is switched off.
    const skills = this.#scope.set().skills.filter((skill) => skill.isForPerson && skill.name !== name);
    const named = [...skills, ...this.#prompts, ...this.#builtIns, ...this.#workflows];
    const nearest = nearestName(
      name,
      named.map((one) => one.name),
    );
    const shown = name.slice(0, 100);
    const hint =
      nearest === undefined
        ? `To send it as text, type two slashes: //${shown}`
        : `Did you mean /${nearest}?`;
    return `There is no command /${shown}. ${hint}`;
  }

  /** A repository doesn't decide what the user's own words do. */
  #isPassedOver({ origin }: Skill, name: string): boolean {
    return origin === 'project' && this.builtIn(name) !== undefined;
  }

  get #builtIns(): readonly BuiltInCommand[] {
    const hasBundled = this.#scope.hasBundled();
    return BUILT_IN_COMMANDS.filter(({ isBundled }) => hasBundled || isBundled !== true);
  }

  get #prompts(): readonly McpPrompt[] {
    return this.#scope.mcp()?.prompts() ?? [];
  }

  get #workflows(): readonly SavedWorkflow[] {
    return this.#scope.agent()?.workflows?.list() ?? [];
  }
}

function ofBuiltIn({ name, description, argumentHint }: BuiltInCommand): Command {
  return { name, description, argumentHint, origin: 'built-in', path: undefined, isSkill: false };
}

function ofSkill({ name, description, argumentHint, origin, path, isSkill }: Skill): Command {
  return { name, description, argumentHint, origin, path, isSkill };
}

function ofWorkflow({ name, path }: SavedWorkflow): Command {
  const description = 'Run a saved workflow.';
  return { name, path, description, argumentHint: '[args]', isSkill: false, origin: 'user' };
}

function ofPrompt({ name, description, arguments: taken }: McpPrompt): Command {
  const hints = taken.map((one) => (one.isRequired ? `<${one.name}>` : `[${one.name}]`));
  const argumentHint = hints.join(' ') || undefined;
  return { name, description, argumentHint, origin: 'mcp', path: undefined, isSkill: false };
}
