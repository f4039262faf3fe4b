import { join } from 'node:path';
import { parsePositive, present } from '@sluice/base';
import { createOutputTool, parseAgentsJson } from '@sluice/agent';
import type { Asker } from '@sluice/core';
import { openSessionParts, readPlugin, type Plugin, type SessionParts } from '@sluice/session';
import { openAgent, openStoredSession, parseOutputSchema, type AssembledAgent } from '@sluice/session/agent';
import type { EditorFiles } from '@sluice/tools';
import type { PrintOptions } from './print-options.ts';
import { clientChannel } from './client/client-channel.ts';
import type { ClientLink } from './client/client-link.ts';
import { runCallback } from './client/run-callback.ts';
import { callsMoveAfter } from './calls-move-after.ts';
import { createPromptTool } from './prompt-tool.ts';
import { readPromptFiles } from './read-prompt-files.ts';
import { telemetryOf } from '../telemetry.ts';

export interface PrintAgent {
  readonly agent: AssembledAgent;
  readonly parts: SessionParts;
  readonly sessionId: string;
  readonly plugins: readonly Plugin[];
  /** It can be resumed. */
  readonly isStored: boolean;
  /** Changes the session's title. */
  rename(title: string): void;
  /** Gives the session a title if it has none. */
  entitle(title: string): void;
  /** Removes a session that was created for this prompt, once its parts are disposed. */
  undo(): Promise<void>;
}

type OpenedPrintAgent =
  | { readonly ok: true; readonly opened: PrintAgent }
  /** Sentences for the user, one line each; `isUsage`: the arguments or settings are wrong. */
  | { readonly ok: false; readonly message: string; readonly isUsage?: boolean };

interface PrintAgentOptions {
  readonly options: PrintOptions;
  /** Real and absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts what opening waits for. */
  readonly signal: AbortSignal;
  readonly asker: Asker | undefined;
  /** Answers the forms of MCP servers. Default: `asker`. */
  readonly formAsker?: Asker | undefined;
  /** The program that started this one. Default: it only sends a prompt. */
  readonly link?: ClientLink | undefined;
  /** Names of its MCP servers. Default: none. */
  readonly clientServers?: readonly string[];
  readonly warn: (text: string) => void;
  /** The editor that files may be open in. Default: none. */
  readonly editorFiles?: EditorFiles | undefined;
  /** The program's environment. */
  readonly version: string;
  /** Someone is watching. Default false. */
  readonly isInteractive?: boolean;
  /** The session replaces one that the user has cleared. Default false. */
  readonly isCleared?: boolean;
  /** Cost of earlier sessions of this program, in US dollars. Default: 0. */
  readonly spentUsd?: () => number;
}

const BY_RULE = 'Allow it with a rule (--allowedTools RULE, or permissions.allow in a settings file)';
const REMEDY = `${BY_RULE}, another --permission-mode, or --permission-prompts stdio.`;
const REMEDY_OF_ASKED = `${BY_RULE} or another --permission-mode.`;

const REMEDY_AT_TERMINAL =
  'Answer yes when you are asked, add a rule (sluice rules add), or change the mode.';

const DEFAULT_CONNECT_MS = 30_000;

const WAIT_OR_FORK = 'Wait until that has ended, or continue with a copy: --fork-session.';

/** Opens the session and agent that the arguments specify. Arguments are checked before anything is created. */
export async function openPrintAgent(print: PrintAgentOptions): Promise<OpenedPrintAgent> {
  const {
    options,
    cwd,
    env,
    signal,
    asker,
    warn,
    spentUsd,
    version,
    link,
    clientServers = [],
    formAsker = asker,
  } = print;
  const schema = options.jsonSchema === undefined ? undefined : await parseOutputSchema(options.jsonSchema);
  if (schema?.ok === false) return { ...schema, isUsage: true };
  const agents = options.agents === undefined ? undefined : parseAgentsJson(options.agents);
  if (agents?.ok === false) return { ok: false, message: `--agents: ${agents.message}`, isUsage: true };
  for (const note of agents?.notes ?? []) warn(`--agents: ${note}`);
  const texts = readPromptFiles(options);
  if (!texts.ok) return { ...texts, isUsage: true };
  const misnamed = await unknownTool(options);
  if (misnamed !== undefined) return { ok: false, message: misnamed, isUsage: true };

  const isPlain = options.isBare || options.settings.isSafe === true;
  const plugins = options.plugins.map(({ path, hasServers }) => readPlugin(path, cwd, hasServers));
  const broken = plugins.find((one) => !one.ok);
  if (broken?.ok === false) return { ...broken, isUsage: true };
  const brought = plugins.flatMap((one) => (one.ok ? [one.plugin] : []));

  const found = await openStoredSession(options.session, { cwd, env });
  if (!found.ok) return found;
  const stored = found.session;
  const output = schema === undefined ? undefined : createOutputTool(schema.schema);
  const opened = await openSessionParts({
    cwd,
    sessionId: stored.id,
    sessionDirectory: stored.directory,
    resume: stored.isResumed,
    settings: options.settings,
    permissionMode: options.permissionMode,
    remedy:
      print.isInteractive === true
        ? REMEDY_AT_TERMINAL
        : options.prompts === 'stdio'
          ? REMEDY_OF_ASKED
          : REMEDY,
    builtInTools: options.tools,
    tools: output === undefined ? [] : [output.tool],
    namedHooks: !options.isBare,
    hookRunners: link && { callback: runCallback(link) },
    mcp: {
      ...options.mcp,
      plugins: options.mcp.isStrict
        ? []
        : brought.flatMap(({ servers, directory }) =>
            servers === undefined ? [] : [{ path: join(directory, '.mcp.json'), text: servers }],
          ),
      isStrict: options.mcp.isStrict || isPlain,
      version,
      backgroundAfterMs: callsMoveAfter(env, print.isInteractive === true),
      clientServers: link && new Map(clientServers.map((name) => [name, clientChannel(link, name)])),
      asks: formAsker && { asker: formAsker, kinds: ['form', 'url'] },
      onMissing: warn,
    },
    skills: { isOn: !isPlain && !options.disablesSlashCommands, only: options.skills },
    plugins: brought,
    agents: {
      plugins: brought,
      definitions: agents?.definitions,
      isCoordinator: options.isCoordinator,
      hasFork: print.isInteractive,
      readsFiles: !isPlain,
      ...(isPlain && { readsInstructions: false }),
      appendSystemPrompt: options.appendSubagentSystemPrompt,
    },
    editorFiles: print.editorFiles,
    onUnkept: warn,
    telemetry: telemetryOf(env, warn, version),
  });
  if (!opened.ok) {
    await stored.undo();
    const { code, message } = opened.error;
    return {
      ok: false,
      message: code === 'locked' ? `${message} ${WAIT_OR_FORK}` : message,
      isUsage: code === 'bad-settings',
    };
  }
  const { parts } = opened;
  const promptTool =
    options.promptTool === undefined ? undefined : createPromptTool(options.promptTool, () => parts);
  const assembled = await openAgent(parts, {
    ...options.engine,
    stored,
    signal,
    setup: options.setup,
    asker: promptTool ?? asker,
    defersCalls: true,
    ...present({ toolAliases: options.toolAliases }),
    asks: options.asks === 'suspend' ? 'suspend' : 'wait',
    isHeadless: print.isInteractive !== true,
    isCleared: print.isCleared === true,
    agentType: options.agent,
    model: options.model,
    advisorModel: options.advisor,
    fallbackModels: options.fallbackModels,
    baseUrl: options.baseUrl,
    effort: options.effort,
    thinkingTokens: options.thinking,
    toolLoading: options.toolLoading,
    maxTurns: options.maxTurns,
    maxBudgetUsd: options.maxBudgetUsd,
    spentUsd,
    systemPrompt: texts.own,
    sharedSystemPrompt: options.sharedSystemPrompt,
    hasEnvironmentApart: options.hasEnvironmentApart,
    appendSystemPrompt: texts.appended,
    readsInstructions: !isPlain,
    output,
    warn,
  });
  if (!assembled.ok) {
    await parts.dispose();
    await stored.undo();
    const { code, message } = assembled.error;
    return {
      ok: false,
      message: code === 'no-agent-type' ? `--agent: ${message}` : message,
      isUsage: code === 'no-agent-type',
    };
  }
  const missing = await promptTool?.problem(connectMs(env), signal);
  if (missing !== undefined) {
    assembled.agent.provider.close();
    await parts.dispose();
    await stored.undo();
    return { ok: false, message: missing };
  }
  return {
    ok: true,
    opened: {
      agent: assembled.agent,
      parts,
      sessionId: stored.id,
      plugins: brought,
      isStored: stored.directory !== undefined,
      rename: (title) => stored.note({ title }),
      entitle: (title) => stored.note({ prompt: title }),
      undo: () => stored.undo(),
    },
  };
}

async function unknownTool({ tools = [] }: PrintOptions): Promise<string | undefined> {
  return tools.length === 0 ? undefined : (await import('./check-tool-names.ts')).checkToolNames(tools);
}

/** Milliseconds that a server may take to start. */
function connectMs(env: Readonly<Record<string, string | undefined>>): number {
  return parsePositive(env['MCP_TIMEOUT'] ?? '') ?? DEFAULT_CONNECT_MS;
}
