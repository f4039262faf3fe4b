import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import { initializeProblem } from '../control/initialize-problem.ts';
import type { PrintOptions } from '../print-options.ts';
import type { NamedPlugin } from './client-options.ts';

/** What a client asks for in its first request, `initialize`, in addition to the command line. */
export interface ClientSetup {
  readonly systemPrompt: string | undefined;
  /** What the client marks as the same in other sessions; goes before `systemPrompt`. */
  readonly sharedSystemPrompt: string | undefined;
  readonly hasEnvironmentApart: boolean;
  readonly appendSystemPrompt: string | undefined;
  /** Definitions of agents as JSON text. */
  readonly agents: string | undefined;
  readonly jsonSchema: string | undefined;
  /** Settings as JSON text. */
  readonly hooks: string | undefined;
  /** Servers in the client. */
  readonly serverNames: readonly string[];
  /** Policies of their tools, by server. */
  readonly serverTools: ReadonlyMap<string, JsonValue>;
  /** Other servers, as for `--mcp-config`. */
  readonly mcpConfig: string | undefined;
  readonly forwardsAgentText: boolean;
  /** Names of the skills that there are to be. Undefined: all. */
  readonly skills: readonly string[] | undefined;
  readonly plugins: readonly NamedPlugin[];
  /** Tools that calls of other names mean. */
  readonly toolAliases: Readonly<Record<string, string>>;
}

export type ParsedSetup =
  | { readonly ok: true; readonly setup: ClientSetup }
  /** What can't be honored: a sentence for the client and its user. */
  | { readonly ok: false; readonly message: string };

/** Marks the end of what other sessions have too; it isn't part of the text. */
const CACHE_BOUNDARY = '__SYSTEM_PROMPT_DYNAMIC_BOUNDARY__';

export function parseClientSetup(request: object): ParsedSetup {
  const problem = initializeProblem(request, false);
  if (problem !== undefined) return wrong(problem);
  const prompt = getOwn(request, 'systemPrompt') ?? undefined;
  const texts = prompt === undefined ? undefined : promptTexts(prompt);
  if (prompt !== undefined && texts === undefined)
    return wrong('initialize: "systemPrompt" must be a text or a list of texts. Nothing was run.');
  const appended = ['appendSystemPrompt', 'planModeInstructions'].map((key) => getOwn(request, key) ?? '');
  if (!appended.every((text) => typeof text === 'string'))
    return wrong(
      'initialize: "appendSystemPrompt" and "planModeInstructions" must be texts. Nothing was run.',
    );
  const hooks = hookSettings(getOwn(request, 'hooks') ?? {});
  if (hooks === undefined)
    return wrong(
      'initialize: "hooks" must map events to lists of { "matcher", "hookCallbackIds" }. Nothing was run.',
    );
  const configs = getOwn(request, 'sdkMcpServerConfigs') ?? {};
  if (!isJsonObject(configs))
    return wrong('initialize: "sdkMcpServerConfigs" must be an object. Nothing was run.');
  const skills = getOwn(request, 'skills') ?? undefined;
  if (skills !== undefined && skills !== 'all' && !isTexts(skills))
    return wrong('initialize: "skills" must be a list of names, or "all". Nothing was run.');
  const plugins = pluginsOf(getOwn(request, 'plugins') ?? []);
  if (plugins === undefined)
    return wrong('initialize: "plugins" must be a list of { "type": "local", "path" }. Nothing was run.');
  const toolAliases = aliasesOf(getOwn(request, 'toolAliases') ?? {});
  if (toolAliases === undefined)
    return wrong('initialize: "toolAliases" must map names to names of tools. Nothing was run.');
  const names = getOwn(request, 'sdkMcpServers') ?? [];
  if (!isTexts(names)) return wrong('initialize: "sdkMcpServers" must be a list of names. Nothing was run.');
  const jsonTexts: Record<'agents' | 'jsonSchema' | 'mcpServers', string | undefined> = {
    agents: undefined,
    jsonSchema: undefined,
    mcpServers: undefined,
  };
  for (const key of ['agents', 'jsonSchema', 'mcpServers'] as const) {
    const value = getOwn(request, key) ?? undefined;
    if (value === undefined) continue;
    if (!isJsonObject(value)) return wrong(`initialize: "${key}" must be an object. Nothing was run.`);
    jsonTexts[key] = JSON.stringify(key === 'mcpServers' ? { mcpServers: value } : value);
  }
  const [append = '', plan = ''] = appended;
  const parts = [append, plan === '' ? '' : `In plan mode:\n${plan}`].filter((text) => text !== '');
  return {
    ok: true,
    setup: {
      systemPrompt: texts?.own,
      sharedSystemPrompt: texts?.shared,
      hasEnvironmentApart: getOwn(request, 'excludeDynamicSections') === true,
      appendSystemPrompt: parts.length === 0 ? undefined : parts.join('\n\n'),
      agents: jsonTexts.agents,
      jsonSchema: jsonTexts.jsonSchema,
      hooks: Object.keys(hooks).length === 0 ? undefined : JSON.stringify({ hooks }),
      serverNames: names,
      serverTools: toolsByServer(configs),
      mcpConfig: jsonTexts.mcpServers,
      forwardsAgentText: getOwn(request, 'forwardSubagentText') === true,
      skills: skills === 'all' ? undefined : skills,
      plugins,
      toolAliases,
    },
  };
}

/** The options with what the client adds; what the client says wins. */
export function withClientSetup(options: PrintOptions, setup: ClientSetup): PrintOptions {
  const { mcp, settings } = options;
  return {
    ...options,
    // An empty one only leaves out the default, not the prompt of the agent that does the work.
    systemPrompt:
      (setup.systemPrompt === '' && options.agent !== undefined ? undefined : setup.systemPrompt) ??
      options.systemPrompt,
    appendSystemPrompt: setup.appendSystemPrompt ?? options.appendSystemPrompt,
    agents: setup.agents ?? options.agents,
    jsonSchema: options.jsonSchema ?? setup.jsonSchema,
    forwardsAgentText: options.forwardsAgentText || setup.forwardsAgentText,
    skills: setup.skills,
    plugins: [...options.plugins, ...setup.plugins],
    toolAliases: setup.toolAliases,
    sharedSystemPrompt: setup.sharedSystemPrompt,
    hasEnvironmentApart: setup.hasEnvironmentApart,
    settings:
      setup.hooks === undefined ? settings : { ...settings, files: [...(settings.files ?? []), setup.hooks] },
    mcp: setup.mcpConfig === undefined ? mcp : { ...mcp, configs: [...mcp.configs, setup.mcpConfig] },
  };
}

interface PromptTexts {
  readonly shared: string | undefined;
  readonly own: string;
}

/** Undefined: they can't be read. */
function promptTexts(value: unknown): PromptTexts | undefined {
  if (typeof value === 'string') return { shared: undefined, own: value };
  if (!isTexts(value)) return undefined;
  const at = value.indexOf(CACHE_BOUNDARY);
  const text = (part: readonly string[]): string => part.filter((one) => one !== CACHE_BOUNDARY).join('\n\n');
  if (at < 1) return { shared: undefined, own: text(value) };
  return { shared: text(value.slice(0, at)), own: text(value.slice(at)) };
}

/** The client's hooks as they stand in settings. Undefined: they can't be read. */
function hookSettings(value: unknown): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined;
  const events: [string, JsonObject[]][] = [];
  for (const [event, groups] of Object.entries(value)) {
    if (groups === null) continue;
    if (!Array.isArray(groups)) return undefined;
    const read = groups.map(hookGroup);
    if (!read.every((group) => group !== undefined)) return undefined;
    events.push([event, read]);
  }
  return Object.fromEntries(events);
}

function hookGroup(group: unknown): JsonObject | undefined {
  if (!isJsonObject(group)) return undefined;
  const ids = getOwn(group, 'hookCallbackIds');
  const [matcher, timeout, onFailure] = ['matcher', 'timeout', 'onFailure'].map((key) => getOwn(group, key));
  const isRead =
    isTexts(ids) &&
    (matcher === undefined || matcher === null || typeof matcher === 'string') &&
    (timeout === undefined || timeout === null || typeof timeout === 'number') &&
    (onFailure === undefined || onFailure === null || typeof onFailure === 'string');
  if (!isRead) return undefined;
  const terms = {
    ...present({
      timeout: typeof timeout === 'number' ? timeout : undefined,
      onFailure: onFailure === 'block' ? onFailure : undefined,
    }),
  };
  return {
    ...present({ matcher: typeof matcher === 'string' ? matcher : undefined }),
    hooks: ids.map((id) => ({ type: 'callback', id, ...terms })),
  };
}

/** Undefined: they can't be read. */
function pluginsOf(value: unknown): readonly NamedPlugin[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const read = value.map((one: unknown): NamedPlugin | undefined => {
    const path = isJsonObject(one) && getOwn(one, 'type') === 'local' ? getOwn(one, 'path') : undefined;
    if (typeof path !== 'string' || path === '') return undefined;
    return { path, hasServers: isJsonObject(one) && getOwn(one, 'skipMcpDiscovery') !== true };
  });
  return read.every((one) => one !== undefined) ? read : undefined;
}

/** Undefined: they can't be read. */
function aliasesOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const pairs = Object.entries(value).flatMap(([name, target]) =>
    typeof target === 'string' ? [[name, target] as const] : [],
  );
  return pairs.length === Object.keys(value).length ? Object.fromEntries(pairs) : undefined;
}

/** Of servers in the client whose entries have policies for tools. */
export function toolsByServer(entries: JsonObject): ReadonlyMap<string, JsonValue> {
  return new Map(
    Object.entries(entries).flatMap(([name, entry]) => {
      const tools = isJsonObject(entry) ? getOwn(entry, 'tools') : undefined;
      return Array.isArray(tools) ? [[name, tools]] : [];
    }),
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function wrong(message: string): ParsedSetup {
  return { ok: false, message };
}
