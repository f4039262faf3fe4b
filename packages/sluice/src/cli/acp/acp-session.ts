import { setImmediate } from 'node:timers/promises';
import {
  RequestError,
  type AgentContext,
  type ContentBlock,
  type PlanEntry,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk';
import { EFFORTS } from '@sluice/session/agent';
import { knownCostUsd, titleOf, type AgentResult, type Prompt } from '@sluice/agent';
import { PERMISSION_MODES, sanitize, type ToolPool } from '@sluice/core';
import { followStopping, type StoppingRow } from '../stop/follow-stopping.ts';
import { resultErrors } from '../print/output/result-message.ts';
import { SlashCommandChanges } from '../slash-command-changes.ts';
import { openPrintAgent, type PrintAgent } from '../print/open-print-agent.ts';
import { acpEditorFiles } from './acp-editor-files.ts';
import { failureOf } from './acp-failure.ts';
import { AcpAsker } from './acp-asker.ts';
import type { AcpSessionOptions } from './acp-session-options.ts';
import { commandsUpdate } from './commands-update.ts';
import { promptOf } from './prompt-of.ts';
import { replayed } from './replay.ts';
import { configOptionsOf, DEFAULT_EFFORT, previewOf, stateOf } from './session-options.ts';
import { SessionWork } from './session-work.ts';
import { stopReasonOf } from './stop-reason.ts';
import { Updates } from './updates.ts';

/** One session of an editor, with an agent of its own. */
export class AcpSession {
  readonly #opened: PrintAgent;
  readonly #client: AgentContext;
  readonly #updates: Updates;
  readonly #unlisten: readonly (() => void)[];
  readonly #cwd: string;
  #usedTokens = 0;
  #spentUsd: number | undefined = 0;
  readonly #warn: (text: string) => void;
  readonly #row: StoppingRow;
  readonly #commands: SlashCommandChanges;
  readonly #work: SessionWork;
  /** The last update has been written. */
  #sent: Promise<void> = Promise.resolve();
  #hasTitle: boolean;
  /** The list of tasks, as it was sent. */
  #plan = '[]';

  /** @throws RequestError with a sentence for the user */
  static async open(options: AcpSessionOptions): Promise<AcpSession> {
    const made: { session?: AcpSession } = {};
    const asker = new AcpAsker({
      sessionId: () => made.session?.id ?? '',
      cwd: options.cwd,
      pool: (): ToolPool => {
        if (made.session === undefined) throw new Error('The session is not open yet.');
        return made.session.#opened.agent.runtime.pool;
      },
      client: options.client,
      capabilities: options.capabilities,
      flush: () => made.session?.flush(),
      onCancel: () => made.session?.cancel(),
    });
    // Standard error, which editors keep as a log, gets lines.
    const row = followStopping(options.stop, { say: options.warn, command: 'sluice acp', mayDraw: false });
    const found = await openPrintAgent({
      options: options.options,
      cwd: options.cwd,
      env: process.env,
      signal: options.stop.signal,
      asker,
      warn: options.warn,
      onProcesses: row.follow,
      version: options.version,
      isInteractive: true,
      onPreview: options.onPreview,
      betweenSteps: () => setImmediate(),
      editorFiles: acpEditorFiles(options.client, options.capabilities, () => made.session?.id ?? ''),
    });
    if (!found.ok) {
      row.close();
      throw failureOf(found.message);
    }
    made.session = new AcpSession(found.opened, row, options);
    for (const notice of found.opened.agent.notices) options.warn(notice);
    return made.session;
  }

  private constructor(
    opened: PrintAgent,
    row: StoppingRow,
    { client, capabilities, cwd, warn, stop, options }: AcpSessionOptions,
  ) {
    this.#hasTitle = options.session.kind !== 'new';
    this.#opened = opened;
    this.#client = client;
    this.#cwd = cwd;
    this.#warn = warn;
    const { agent } = opened;
    this.#row = row;
    this.#work = new SessionWork({
      agent,
      stopped: stop.signal,
      onEvent: (event) => {
        this.#updates.take(event);
        // What has changed comes before the answer to the prompt that changed it.
        if (event.type === 'result') return this.#commands.look();
        return event.type === 'results' ? this.#tellPlan() : undefined;
      },
      onDone: (result) => {
        this.#updates.flush();
        if (result !== undefined) this.#tellUsage(result);
      },
      note: (text) => this.#note(text),
    });
    this.#commands = new SlashCommandChanges({
      agent,
      servers: opened.parts.mcp,
      tell: (commands) => this.#send(commandsUpdate(commands)),
    });
    this.#updates = new Updates({
      pool: agent.runtime.pool,
      cwd,
      showsCompaction: capabilities?.session?.compaction != null,
      send: (update) => this.#send(update),
      onUsage: (tokens) => void (this.#usedTokens = tokens),
    });
    let { mode } = agent.runtime.permission.current();
    this.#unlisten = [
      agent.tree.listen((child, event) => this.#updates.take(event, child)),
      agent.runtime.permission.onChange(() => {
        const now = agent.runtime.permission.current().mode;
        if (now === mode) return;
        mode = now;
        this.#updates.flush();
        this.#send({ sessionUpdate: 'current_mode_update', currentModeId: now });
        this.#send({ sessionUpdate: 'config_option_update', configOptions: this.configOptions() });
      }),
    ];
  }

  get id(): string {
    return this.#opened.sessionId;
  }

  /** Sends the text that is still gathered. */
  flush(): void {
    this.#updates.flush();
  }

  state() {
    return stateOf(previewOf(this.#opened.agent));
  }

  configOptions() {
    return configOptionsOf(previewOf(this.#opened.agent));
  }

  /** Sends the conversation so far. */
  async replay(): Promise<void> {
    const { agent } = this.#opened;
    for (const update of replayed(agent.messages(), agent.runtime.pool, this.#cwd)) this.#send(update);
    await this.#sent;
  }

  /** Tells the editor the commands that the user may type, unless it knows them. */
  async tellCommands(): Promise<void> {
    await this.#commands.look();
    await this.#sent;
  }

  /** @throws RequestError if another prompt runs, the prompt is empty, or the model can't be asked */
  async prompt(blocks: readonly ContentBlock[]): Promise<StopReason> {
    if (this.#work.hasPrompt)
      throw RequestError.invalidRequest(
        undefined,
        'this session is working on a prompt: cancel it, or wait for its end',
      );
    const { runtime, parts } = this.#opened.agent;
    const { policy, state } = parts.permission;
    const mayRead = (path: string): boolean => policy.mayRead(path, runtime.session.cwd, state.current());
    const prompt = promptOf(blocks, mayRead);
    this.#entitle(prompt);
    const result = await this.#work.prompt(prompt);
    // An answer ends the turn: no update may come after it.
    await this.#sent;
    if (result === undefined) return 'cancelled';
    const stop = stopReasonOf(result);
    if (stop !== undefined) return stop;
    throw failureOf(resultErrors(result).join(' '), result.failure?.kind);
  }

  /** The first prompt gives a new session its title. */
  #entitle({ content }: Prompt): void {
    if (this.#hasTitle) return;
    const title = titleOf(content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'));
    if (title === undefined) return;
    this.#hasTitle = true;
    this.#send({ sessionUpdate: 'session_info_update', title, updatedAt: new Date().toISOString() });
  }

  /** Starts the work on prompts, and on what wakes the model. */
  begin(): void {
    this.#work.begin();
  }

  /** The list of tasks as a plan, if it has changed. */
  async #tellPlan(): Promise<void> {
    const { tasks } = (await this.#opened.parts.taskList?.list.read()) ?? { tasks: [] };
    const entries: PlanEntry[] = tasks.map(({ subject, status }) => ({
      content: sanitize(subject),
      priority: 'medium',
      status,
    }));
    const text = JSON.stringify(entries);
    if (text === this.#plan) return;
    this.#plan = text;
    this.#updates.flush();
    this.#send({ sessionUpdate: 'plan', entries });
  }

  /** What only matters while no prompt runs. */
  #note(text: string): void {
    if (text === '') return;
    this.#warn(text);
    this.#updates.take({ type: 'notice', message: text });
    this.#updates.flush();
  }

  #tellUsage(result: AgentResult): void {
    const cost = result.costUsd === undefined ? undefined : knownCostUsd(result.models);
    this.#spentUsd = this.#spentUsd === undefined || cost === undefined ? undefined : this.#spentUsd + cost;
    const { contextWindow } = this.#opened.agent.provider;
    this.#send({
      sessionUpdate: 'usage_update',
      used: this.#usedTokens,
      size: contextWindow,
      cost: this.#spentUsd === undefined ? undefined : { amount: this.#spentUsd, currency: 'USD' },
    });
  }

  /** Ends what the model is working on, also without a prompt. Harmless at any other time. */
  cancel(): void {
    this.#work.cancel();
  }

  /** @throws RequestError if there is no such mode, or the session can't have it */
  setMode(id: string): void {
    const mode = PERMISSION_MODES.find((one) => one === id);
    if (mode === undefined)
      throw RequestError.invalidParams(undefined, `there is no mode ${JSON.stringify(id)}`);
    const { permission } = this.#opened.agent.runtime;
    const changed = permission.apply({ type: 'setMode', mode, destination: 'session' });
    if (!changed.ok) throw RequestError.invalidParams(undefined, changed.message);
  }

  /** @throws RequestError if there is no such option, or it can't have that value */
  async setOption(id: string, value: unknown): Promise<void> {
    if (id === 'mode' && typeof value === 'string') {
      this.setMode(value);
      return;
    }
    const effort = EFFORTS.find((one) => one === value);
    if (id === 'effort' && (effort !== undefined || value === DEFAULT_EFFORT)) {
      this.#opened.agent.changeEffort(effort);
      return;
    }
    if (id !== 'model' || typeof value !== 'string')
      throw RequestError.invalidParams(undefined, `there is no option ${JSON.stringify(id)} with this value`);
    const changed = await this.#opened.agent.changeModel(value);
    if (!changed.ok) throw RequestError.invalidParams(undefined, changed.message);
  }

  async close(): Promise<void> {
    await this.#work.close();
    this.#updates.flush();
    this.#commands.close();
    for (const end of this.#unlisten) end();
    this.#opened.agent.provider.close();
    await this.#opened.parts.dispose();
    this.#row.close();
  }

  #send(update: SessionUpdate): void {
    this.#sent = this.#client.notify('session/update', { sessionId: this.id, update }).catch(() => {
      // The connection has ended; the session ends with it.
    });
  }
}
