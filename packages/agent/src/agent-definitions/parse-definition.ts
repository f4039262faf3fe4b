import {
  isJsonObject,
  parsePermissionMode,
  PERMISSION_MODES,
  type JsonObject,
  type PermissionMode,
  type ThinkingEffort,
} from '@sluice/core';
import { orList } from '@sluice/base';
import { AGENT_MEMORIES, type AgentDefinition, type DefinitionProblem } from './agent-definition.ts';
import { readFlag } from '../definitions/read-flag.ts';
import { toolNamer } from '../definitions/tool-name.ts';
import { LISTED_TOOLS } from './select-tools.ts';
import { quoted } from './quoted.ts';
import { splitToolList } from './split-tool-list.ts';

/** The keys of a definition, each with its line if it comes from a file. */
export type DefinitionFields = ReadonlyMap<string, { readonly value: unknown; readonly line?: number }>;

export type DefinitionOrigin = Pick<AgentDefinition, 'source' | 'file' | 'isTrusted'>;

export type ParsedDefinition =
  | {
      readonly ok: true;
      readonly definition: AgentDefinition;
      /** What in it has no effect. */
      readonly notes?: readonly DefinitionProblem[];
    }
  | { readonly ok: false; readonly problem: DefinitionProblem };

const EFFORTS: readonly ThinkingEffort[] = ['low', 'medium', 'high', 'xhigh', 'max'];
const MAX_NAME = 64;
/** Not in rules, in `a, b` lists, in `plugin:name`, or for all agents; and nothing that hides or turns letters around. */
const BAD_NAME = /[:(),*\s\p{Cc}\p{Cf}\p{Cs}]|^-/u;

const NAMED = toolNamer(LISTED_TOOLS);

/** The types of agents that a main agent may open, and what Bash may run. */
const WITH_SPECIFIER = /^(?:(?:Agent|Task)\(.*\)|Bash\((?:\*|(?!\s*\*?\s*\)$)[^,]+)\))$/s;

/**
 * Checks the keys of a definition. A wrong value makes the whole definition invalid, since leaving out a key such as
 * `tools` would give the agent more than its author wanted. Unknown keys are ignored: other products have more.
 */
export function parseDefinition(
  fields: DefinitionFields,
  body: string,
  origin: DefinitionOrigin,
): ParsedDefinition {
  return new DefinitionParser(fields, origin).parse(body);
}

/** Thrown and caught within this file. */
class Wrong extends Error {
  readonly line: number | undefined;

  constructor(message: string, line: number | undefined) {
    super(message);
    this.line = line;
  }
}

/** The name in an item of a list of tools, if no built-in tool or server has it. */
function unknownTool(item: string): string | undefined {
  const [name = ''] = item.split('(', 1);
  return !LISTED_TOOLS.has(name) && !name.includes('__') && /^[\w*]+$/.test(name) ? name : undefined;
}

class DefinitionParser {
  readonly #fields: DefinitionFields;
  readonly #origin: DefinitionOrigin;
  readonly #notes: DefinitionProblem[] = [];

  constructor(fields: DefinitionFields, origin: DefinitionOrigin) {
    this.#fields = fields;
    this.#origin = origin;
  }

  parse(body: string): ParsedDefinition {
    try {
      return { ok: true, definition: this.#definition(body), notes: this.#notes };
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return {
        ok: false,
        problem: { file: this.#origin.file, line: error.line, message: error.message },
      };
    }
  }

  #definition(body: string): AgentDefinition {
    const model = this.#text('model');
    const effort = this.#text('effort');
    const mode = this.#text('permissionMode');
    const memory = this.#text('memory');
    return {
      ...this.#origin,
      name: this.#name(),
      description: this.#required('description').toWellFormed(),
      prompt: this.#prompt(body)?.toWellFormed(),
      tools: this.#wholeTools(),
      disallowedTools: [...this.#denied(), ...this.#switchedOff()],
      model: model === 'inherit' ? undefined : model,
      permissionMode: this.#mode(mode),
      maxTurns: this.#count('maxTurns'),
      effort: this.#oneOf('effort', effort, EFFORTS),
      background: this.#flag('background'),
      color: this.#text('color'),
      initialPrompt: this.#text('initialPrompt'),
      skills: this.#texts('skills') ?? [],
      mcpServers: this.#servers(),
      hooks: this.#hooks(),
      memory: this.#oneOf('memory', memory, AGENT_MEMORIES),
      isolation: this.#text('isolation'),
      readsInstructions: this.#flag('omitClaudeMd') !== true,
    };
  }

  /** Programs with the Agent SDK may add a reminder. */
  #prompt(body: string): string | undefined {
    if (body === '') return undefined;
    const reminder = this.#text('criticalSystemReminder_EXPERIMENTAL');
    return reminder === undefined ? body : `${body}\n\n${reminder}`;
  }

  #value(key: string): unknown {
    return this.#fields.get(key)?.value ?? undefined;
  }

  #wrong(key: string, message: string): Wrong {
    return new Wrong(message, this.#fields.get(key)?.line);
  }

  #note(key: string, message: string): void {
    this.#notes.push({ file: this.#origin.file, line: this.#fields.get(key)?.line, message });
  }

  #text(key: string): string | undefined {
    const value = this.#value(key);
    if (value === undefined || typeof value === 'string')
      return value?.trim() === '' ? undefined : value?.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    throw this.#wrong(key, `${key} must be text.`);
  }

  #required(key: string): string {
    const text = this.#text(key);
    if (text === undefined) throw this.#wrong(key, `${key} is missing. Add a line \`${key}: …\`.`);
    return text;
  }

  #name(): string {
    const name = this.#required('name');
    if (BAD_NAME.test(name) || name.length > MAX_NAME) {
      throw this.#wrong(
        'name',
        `${quoted(name)} is not a valid name. Use at most ${MAX_NAME} letters, digits, and dashes, without a leading dash, colons, or spaces.`,
      );
    }
    return name;
  }

  #oneOf<Choice extends string>(
    key: string,
    value: string | undefined,
    choices: readonly Choice[],
  ): Choice | undefined {
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw this.#wrong(key, `${key} must be ${orList(choices)}, not ${quoted(value)}.`);
  }

  #mode(value: string | undefined): PermissionMode | undefined {
    return this.#oneOf('permissionMode', parsePermissionMode(value) ?? value, PERMISSION_MODES);
  }

  #count(key: string): number | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number;
    throw this.#wrong(key, `${key} must be a positive whole number.`);
  }

  #flag(key: string): boolean | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    const read = readFlag(value);
    // Neither key gives an agent more than it would have without it.
    if (read === undefined) this.#note(key, `${key} has no effect: it must be true or false.`);
    return read;
  }

  #texts(key: string): readonly string[] | undefined {
    const value = this.#value(key);
    if (value === undefined) return undefined;
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.flatMap((item) => {
      if (typeof item !== 'string') throw this.#wrong(key, `${key} must be a list of texts.`);
      return splitToolList(item);
    });
  }

  #toolList(key: string): readonly string[] | undefined {
    const value = this.#value(key);
    // As other products have it: `read: true`.
    const names = isJsonObject(value)
      ? Object.keys(value).filter((name) => value[name] === true)
      : this.#texts(key);
    const list = names?.map(NAMED);
    const broken = list?.find((item) => item.includes('(') && !item.endsWith(')'));
    if (broken === undefined) return list;
    throw this.#wrong(key, `${quoted(broken)} in ${key} has no closing parenthesis.`);
  }

  #denied(): readonly string[] {
    const list = this.#toolList('disallowedTools') ?? [];
    for (const name of list.map(unknownTool))
      if (name?.includes('*') === false)
        this.#note(
          'disallowedTools',
          `No built-in tool is called ${name}: this has no effect unless the program adds one.`,
        );
    return list;
  }

  /** A map of tools that only switches some off, as other products have it: all others are there. */
  #switchedOff(): readonly string[] {
    const value = this.#value('tools');
    if (!isJsonObject(value) || Object.values(value).some((is) => is !== false)) return [];
    return Object.keys(value).map(NAMED);
  }

  /** Only Bash can be listed in part: of other tools the list grants all, so a part of one is refused. */
  #wholeTools(): readonly string[] | undefined {
    if (this.#switchedOff().length > 0) return undefined;
    const list = this.#toolList('tools');
    if (list?.some((item) => item === '*' || item.toLowerCase() === 'all') === true) return undefined;
    for (const item of list ?? []) {
      const name = unknownTool(item);
      if (name !== undefined)
        this.#note('tools', `No built-in tool is called ${name}: it is ignored unless the program adds one.`);
    }
    const limited = list?.find((item) => item.includes('(') && !WITH_SPECIFIER.test(item));
    if (limited === undefined) return list;
    throw this.#wrong(
      'tools',
      `${quoted(limited)} in tools can't limit a tool to some calls. List tools by name only, and deny what the agent must not do under disallowedTools, such as \`disallowedTools: Bash(rm *)\`.`,
    );
  }

  #servers(): AgentDefinition['mcpServers'] {
    const value = this.#value('mcpServers');
    if (value === undefined) return [];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map((item) => {
      if (typeof item === 'string') return item;
      const servers = isJsonObject(item) ? Object.entries(item) : [];
      if (servers.length === 0) throw this.#wrongServers();
      return Object.fromEntries(
        servers.map(([name, config]) => {
          if (!isJsonObject(config)) throw this.#wrongServers();
          return [name, config];
        }),
      );
    });
  }

  #wrongServers(): Wrong {
    return this.#wrong(
      'mcpServers',
      'mcpServers must be a list of server names, or of servers with their configuration.',
    );
  }

  #hooks(): JsonObject | undefined {
    const value = this.#value('hooks');
    if (value === undefined || isJsonObject(value)) return value;
    throw this.#wrong('hooks', 'hooks must map event names to lists, as in a settings file.');
  }
}
