import { present } from '@sluice/base';
import type { Asker } from '@sluice/core';
import { openSessionParts, type OnRules, type Plugin, type SessionParts } from '@sluice/session';
import {
  closePrepared,
  openAgent,
  openStoredSession,
  previewAgent,
  type AssembledAgent,
  type OpenAgentOptions,
  type PreparedModel,
  type StoredSession,
} from '@sluice/session/agent';
import type { PrintAgentOptions } from './print-agent-options.ts';
import type { PrintOptions } from './print-options.ts';
import { clientChannel } from './client/client-channel.ts';
import { runCallback } from './client/run-callback.ts';
import { transcriptPaths, wantsTranscripts } from './output/transcripts.ts';
import { callsMoveAfter } from './calls-move-after.ts';
import { pluginServers } from './plugin-servers.ts';
import { createPromptTool } from './prompt-tool.ts';
import { readArguments, type ReadArguments, type Refused } from './read-arguments.ts';
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
  /** A message has been written to its transcript for programs, which is at `path`: absolute. */
  noteTranscript(path: string, id: string): void;
  /** Calls `listener` with each title that a client or a hook gives the session, first with the one that it was given before. */
  onTitle(listener: (title: string) => void): void;
  /** Removes a session that was created for this prompt, once its parts are disposed. */
  undo(): Promise<void>;
}

type OpenedPrintAgent = { readonly ok: true; readonly opened: PrintAgent } | Refused;

const BY_RULE = 'Allow it with a rule (--allowedTools RULE, or permissions.allow in a settings file)';
const REMEDY = `${BY_RULE}, another --permission-mode, or --permission-prompts stdio.`;
const REMEDY_OF_ASKED = `${BY_RULE} or another --permission-mode.`;

const REMEDY_AT_TERMINAL = 'Answer yes when asked, add a rule (sluice rules add), or change the mode.';

/** What a rehearsal leaves out: whatever could start a program, or be seen from outside. */
const REHEARSED = { isOnlyPlanned: true, isRehearsal: true, namedHooks: false, plugins: [] } as const;

const WAIT_OR_FORK = 'Wait until that has ended, or continue with a copy: --fork-session.';

/** Opens the session and agent that the arguments specify. Arguments are checked before anything is created. */
export async function openPrintAgent(print: PrintAgentOptions): Promise<OpenedPrintAgent> {
  const given = await readArguments(print);
  if (!given.ok) return given;
  const { cwd, env } = print;
  const found = await openStoredSession(print.options.session, { cwd, env });
  if (!found.ok) return { ok: false, message: withClientWords(found.message, print) };
  return new PrintOpening(print, given, found.session).open();
}

/** Programs of the Agent SDK begin a new session if they find these words in the error. */
function withClientWords(
  message: string,
  { options: { session }, env }: Pick<PrintAgentOptions, 'options' | 'env'>,
): string {
  if (env['CLAUDE_AGENT_SDK_VERSION'] === undefined) return message;
  const isUnknown = session.kind === 'named' && message.startsWith('There is no session');
  return isUnknown ? `${message} (No conversation found with session ID: ${session.name})` : message;
}

type PartsOptions = Parameters<typeof openSessionParts>[0];

/** Opens the parts of a session, then its agent; what is open is closed if the rest can't be opened. */
class PrintOpening {
  readonly #print: PrintAgentOptions;
  readonly #options: PrintOptions;
  readonly #given: ReadArguments;
  readonly #stored: StoredSession;
  /** Given by a client or a hook. */
  #title: string | undefined;
  #onTitle: ((title: string) => void) | undefined;
  readonly #isInteractive: boolean;
  /** No files of the user or the project are read. */
  readonly #isPlain: boolean;
  /** Opened for a preview. */
  #prepared: PreparedModel | undefined;

  constructor(print: PrintAgentOptions, given: ReadArguments, stored: StoredSession) {
    const { options } = print;
    this.#print = print;
    this.#options = options;
    this.#given = given;
    this.#stored = {
      ...stored,
      note: (changes) => {
        stored.note(changes);
        if (changes.title === undefined) return;
        this.#title = changes.title;
        this.#onTitle?.(changes.title);
      },
    };
    this.#isInteractive = print.isInteractive === true;
    this.#isPlain = options.isBare || options.settings.isSafe === true;
  }

  async open(): Promise<OpenedPrintAgent> {
    const partsOptions = this.#partsOptions();
    const opened = await openSessionParts(partsOptions, this.#preview(partsOptions));
    if (!opened.ok) {
      closePrepared(this.#prepared);
      await this.#stored.undo();
      const { code, message } = opened.error;
      const text = code === 'locked' ? `${message} ${WAIT_OR_FORK}` : message;
      return { ok: false, message: text, isUsage: code === 'bad-settings' };
    }
    const { parts } = opened;
    const { promptTool: toolName } = this.#options;
    const promptTool = toolName === undefined ? undefined : createPromptTool(toolName, () => parts);
    const agentOptions = this.#agentOptions(promptTool ?? this.#print.asker);
    const assembled = await openAgent(parts, agentOptions, this.#prepared);
    if (!assembled.ok) {
      await this.#undo(parts);
      const { code, message } = assembled.error;
      const isUsage = code === 'no-agent-type';
      const isOfFlag = isUsage && this.#options.agent !== undefined;
      return { ok: false, message: isOfFlag ? `--agent: ${message}` : message, isUsage };
    }
    const { agent } = assembled;
    const missing = await promptTool?.problem(this.#print.env, this.#print.signal);
    if (missing === undefined) return { ok: true, opened: this.#opened(parts, agent) };
    agent.provider.close();
    await this.#undo(parts);
    return { ok: false, message: missing };
  }

  /** Undefined: no one waits for it. */
  #preview(parts: PartsOptions): OnRules | undefined {
    const { onPreview, asker } = this.#print;
    // Its tool may be missing, which refuses the session.
    if (onPreview === undefined || this.#options.promptTool !== undefined) return undefined;
    return async (rules) => {
      const found = await previewAgent(rules, parts, this.#agentOptions(asker));
      this.#prepared = found?.prepared;
      if (found?.preview !== undefined) await onPreview({ ...found.preview, sessionId: this.#stored.id });
    };
  }

  async #undo(parts: SessionParts): Promise<void> {
    await parts.dispose();
    await this.#stored.undo();
  }

  #opened(parts: SessionParts, agent: AssembledAgent): PrintAgent {
    const stored = this.#stored;
    return {
      agent,
      parts,
      sessionId: stored.id,
      plugins: this.#given.plugins,
      isStored: stored.directory !== undefined,
      rename: (title) => stored.note({ title }),
      entitle: (title) => stored.note({ prompt: title }),
      noteTranscript: (path, id) => stored.noteTranscribed(path, id),
      onTitle: (listener) => {
        this.#onTitle = listener;
        if (this.#title !== undefined) listener(this.#title);
      },
      undo: () => stored.undo(),
    };
  }

  #partsOptions(): PartsOptions {
    const options = this.#options;
    const stored = this.#stored;
    const { cwd, env, warn, version, link, editorFiles, onProcesses, betweenSteps } = this.#print;
    const { output, plugins, tools } = this.#given;
    return {
      cwd,
      sessionId: stored.id,
      sessionDirectory: stored.directory,
      resume: stored.isResumed,
      settings: options.settings,
      permissionMode: options.permissionMode,
      remedy: this.#remedy(),
      builtInTools: tools,
      tools: output === undefined ? [] : [output.tool],
      namedHooks: !options.isBare,
      hookRunners: link && { callback: runCallback(link) },
      mcp: this.#mcp(),
      skills: { isOn: !this.#isPlain && !options.disablesSlashCommands, only: options.skills },
      plugins,
      agents: this.#agents(),
      editorFiles,
      onUnkept: warn,
      onProcesses,
      telemetry: telemetryOf(env, warn, version),
      transcripts:
        stored.directory !== undefined && wantsTranscripts(options, env)
          ? transcriptPaths({ cwd, sessionId: stored.id, env })
          : undefined,
      ...present({ betweenSteps }),
      ...(this.#print.isRehearsal === true ? REHEARSED : {}),
    };
  }

  #remedy(): string {
    if (this.#isInteractive) return REMEDY_AT_TERMINAL;
    return this.#options.prompts === 'stdio' ? REMEDY_OF_ASKED : REMEDY;
  }

  #mcp(): PartsOptions['mcp'] {
    const { mcp } = this.#options;
    const {
      asker,
      env,
      link,
      version,
      warn,
      clientServers = [],
      clientTools,
      formAsker = asker,
    } = this.#print;
    const { reconnectCommand } = this.#print;
    return {
      ...mcp,
      plugins: mcp.isStrict ? [] : this.#given.plugins.flatMap(pluginServers),
      isStrict: mcp.isStrict || this.#isPlain,
      version,
      backgroundAfterMs: callsMoveAfter(env, this.#isInteractive),
      clientServers:
        link &&
        new Map(clientServers.map((name) => [name, clientChannel(link, name, clientTools?.get(name))])),
      asks: formAsker && { asker: formAsker, kinds: ['form', 'url'] },
      onMissing: warn,
      reconnectCommand,
    };
  }

  #agents(): PartsOptions['agents'] {
    const { isCoordinator, appendSubagentSystemPrompt } = this.#options;
    return {
      plugins: this.#given.plugins,
      definitions: this.#given.agents?.definitions,
      isCoordinator,
      hasFork: this.#print.isInteractive,
      readsFiles: !this.#isPlain,
      ...present({ readsInstructions: this.#isPlain ? false : undefined }),
      appendSystemPrompt: appendSubagentSystemPrompt,
    };
  }

  #agentOptions(asker: Asker | undefined): OpenAgentOptions {
    const options = this.#options;
    const { signal, spentUsd, warn, isCleared, textEveryMs } = this.#print;
    const { texts, output } = this.#given;
    return {
      ...options.engine,
      stored: this.#stored,
      signal,
      setup: options.setup,
      asker,
      defersCalls: true,
      ...present({ toolAliases: options.toolAliases }),
      asks: options.asks === 'suspend' ? 'suspend' : 'wait',
      isHeadless: !this.#isInteractive,
      isCleared: isCleared === true,
      agentType: options.agent,
      model: options.model,
      advisorModel: options.advisor,
      fallbackModels: options.fallbackModels,
      baseUrl: options.baseUrl,
      effort: options.effort,
      thinkingTokens: options.thinking,
      thinkingDisplay: options.thinkingDisplay,
      betas: options.betas,
      textEveryMs,
      taskTokens: options.taskTokens,
      toolLoading: options.toolLoading,
      maxTurns: options.maxTurns,
      maxBudgetUsd: options.maxBudgetUsd,
      spentUsd,
      systemPrompt: texts.own,
      sharedSystemPrompt: options.sharedSystemPrompt,
      hasEnvironmentApart: options.hasEnvironmentApart,
      appendSystemPrompt: texts.appended,
      readsInstructions: !this.#isPlain,
      output,
      warn,
    };
  }
}
