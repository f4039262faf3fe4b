import { randomUUID } from 'node:crypto';
import type { AgentResult } from '@sluice/agent';
import { getOwn } from '@sluice/core';
import type { SessionParts } from '@sluice/session';
import { problemText } from '@sluice/settings';
import { followStopping, type StoppingRow } from '../stop/follow-stopping.ts';
import { createStop, type Stop } from '../stop/stop.ts';
import { watchSignals } from '../stop/watch-signals.ts';
import { SlashCommandChanges } from '../slash-command-changes.ts';
import { WarmUp } from '../warm-up.ts';
import { rehearseSession } from './rehearse-session.ts';
import { standardOutput } from '../standard-output.ts';
import { WRONG_USAGE } from '../usage-error.ts';
import { beginWithClient, type Begun } from './client/begin-with-client.ts';
import { clientChannel } from './client/client-channel.ts';
import { ClientLink } from './client/client-link.ts';
import { OpeningPause } from './client/opening-pause.ts';
import { createLateControl, type FirstRequest, type LateControl } from './client/late-control.ts';
import { withExistingDirectories } from './client/existing-directories.ts';
import { readClaim } from './client/session-claim.ts';
import { SessionBeginning } from './client/session-beginning.ts';
import type { ClaimedSession } from './control/answer-first.ts';
import { createControl } from './control/control-requests.ts';
import { Interrupts } from './control/interrupts.ts';
import { commandForClient, parkedInfo } from './control/initialize-info.ts';
import { createControlAsker, type ControlAsker } from './control/control-asker.ts';
import type { SessionUsage } from './control/usage-request.ts';
import { exitStatus, FAILED } from './exit-status.ts';
import type { FirstPrompt } from './first-prompt.ts';
import { readInput, type PrintInput } from './input/read-input.ts';
import { openPrintAgent, type PrintAgent } from './open-print-agent.ts';
import { clientModel } from './output/client-model.ts';
import { createDebugLog, type DebugLog } from './output/debug-log.ts';
import { mcpServerOf } from './output/mcp-status.ts';
import { hookMessage } from './output/hook-message.ts';
import { initMessage } from './output/init-message.ts';
import { createPrintOutput, type PrintOutput } from './output/print-output.ts';
import { showSequence } from './output/show-sequence.ts';
import { createTaskMessages } from './output/task-message.ts';
import { createTranscripts, wantsTranscripts, type Transcripts } from './output/transcripts.ts';
import type { PrintOptions } from './print-options.ts';
import { notifyUser, reportEnded, reportRefusal, say, warning } from './report.ts';
import { mentionsAny } from './with-mentions.ts';
import { isOfSdk, workOnPrompts } from './work-on-prompts.ts';

interface Given {
  readonly options: PrintOptions;
  readonly cwd: string;
  /** Undefined: prompts come as messages, or none is needed. */
  readonly first: FirstPrompt | undefined;
  /** Standard input carries a client's lines. */
  readonly isControlled: boolean;
  readonly version: string;
}

/** One run of `sluice -p`, from the client's first request to the exit code. */
export class PrintRun {
  readonly #given: Given;
  /** As the client's `initialize` changed them. */
  #options: PrintOptions;
  #cwd: string;
  /** How the client gave this process its session. Undefined: it began with one. */
  #claim: ClaimedSession | undefined;
  readonly #stop: Stop = createStop();
  readonly #output: PrintOutput;
  readonly #asker: ControlAsker | undefined;
  readonly #link: ClientLink | undefined;
  readonly #late: LateControl;
  readonly #input: PrintInput | undefined;
  /** When the agent took the person's messages, by their ids. */
  readonly #taken = new Map<string, number>();
  readonly #interrupts = new Interrupts();
  readonly #opening = new OpeningPause();
  readonly #beginning = new SessionBeginning(() => this.#writeInit());
  #opened: PrintAgent | undefined;
  readonly #debug: DebugLog | undefined;
  /** Of a session that was not opened, for clients that expect each result to have one. */
  #refusedId: string | undefined;
  #mirror: Transcripts | undefined;
  #row: StoppingRow | undefined;
  #commands: SlashCommandChanges | undefined;
  #result: AgentResult | undefined;
  #usage: SessionUsage = { last: undefined, durationMs: 0, modelMs: 0 };
  /** The client brings hooks or servers of its own, or answers questions: it ends its output after the first result. */
  #hasCallbacks = false;
  /** What the client learns with the first message about the session. */
  #notices: readonly string[] = [];
  /** The session did nothing, and is left out of the list of sessions. */
  #isUndone = false;

  constructor(given: Given) {
    this.#given = given;
    this.#options = given.options;
    this.#cwd = given.cwd;
    const { options } = given;
    const isStream = options.inputFormat === 'stream-json';
    this.#debug = options.debug && createDebugLog(options.debug, this.#say);
    this.#output = createPrintOutput({
      stream: standardOutput(),
      format: options.outputFormat,
      isVerbose: options.isVerbose,
      sessionId: () => this.#opened?.sessionId ?? this.#refusedId,
      nextId: randomUUID,
      onMessage: (message) => this.#sent(message),
      onFailure: (error) => this.#stop.trigger({ kind: 'output-failed', error }),
    });
    this.#asker =
      options.prompts === 'stdio' || (isStream && isOfSdk(options))
        ? createControlAsker(this.#send, {
            mode: () => this.#opened?.agent.runtime.permission.current().mode,
            serverOf: (name) => this.#opened && mcpServerOf(this.#opened, name),
          })
        : undefined;
    this.#link = isStream ? new ClientLink(this.#send) : undefined;
    this.#late = createLateControl({
      link: this.#link,
      asker: this.#asker,
      refuse: (requestId, error) => {
        this.#send({
          type: 'control_response',
          response: { subtype: 'error', request_id: requestId, error },
        });
        this.#refuse(error);
      },
      mayBeAsked: () => this.#hasCallbacks && this.#usage.last === undefined,
      // A program of the Agent SDK that aborts a query. Others only say that they have no more to ask.
      onEnd: () => {
        this.#opening.end();
        this.#beginning.end();
      },
      onLeft: () => {
        if (isOfSdk(options)) this.#stop.trigger({ kind: 'client-left' });
      },
    });
    this.#input = given.isControlled
      ? readInput(process.stdin, {
          control: this.#late,
          takesMessages: isStream,
          answersEach: isOfSdk(options),
          // One that mentions files waits until they can be read.
          offer: (prompt) =>
            this.#opened !== undefined &&
            !mentionsAny(this.#opened.agent, prompt) &&
            this.#opened.agent.send(prompt),
          withdraw: (prompt) => this.#opened?.agent.unsend(prompt) === true,
          send: this.#send,
          onLine: (what) => {
            this.#debug?.received(what);
            if (what.startsWith('request ')) this.#requestMoved();
          },
          onMessage: () => {
            this.#late.messageCame();
            this.#opening.end();
            this.#beginning.messageCame();
          },
          onTaken: (uuid) => void this.#taken.set(uuid, Date.now()),
        })
      : undefined;
  }

  /** Runs to the end; returns the exit code. */
  async complete(): Promise<number> {
    const unwatch = watchSignals(this.#stop, this.#say);
    try {
      const ended = await this.#run();
      if (ended !== undefined) return ended;
    } finally {
      await this.#close();
      unwatch();
    }
    // Only now is it known whether the output could be written.
    return exitStatus(this.#stop, this.#result);
  }

  readonly #send = (message: object): void => void this.#output.write(message);

  /** Takes the row away that names what doesn't stop, and brings it back. */
  readonly #around = async (write: () => Promise<void> | undefined): Promise<void> => {
    await (this.#row === undefined ? write() : this.#row.around(async () => write()));
  };

  readonly #say = (text: string): void =>
    void this.#around(() => {
      say(text);
      return undefined;
    });

  readonly #refuse = (message: string): void => this.#stop.trigger({ kind: 'client-refused', message });

  async #reportRefusal(): Promise<void> {
    const { session } = this.#options;
    this.#refusedId = (session.kind === 'named' ? session.name : undefined) ?? randomUUID();
    await reportRefusal(this.#stop, this.#output);
  }

  #requestMoved(): void {
    this.#opening.requestMoved();
    this.#beginning.requestMoved();
  }

  #sent(message: object): void {
    this.#debug?.sent(message);
    this.#mirror?.message(message);
    if (getOwn(message, 'type') === 'control_response') this.#requestMoved();
    const uuid = getOwn(message, 'uuid');
    if (getOwn(message, 'isReplay') === true && typeof uuid === 'string') this.#taken.set(uuid, Date.now());
  }

  /** @returns the exit code of a run that ended before its first prompt */
  async #run(): Promise<number | undefined> {
    const begun = await this.#begin();
    if (typeof begun === 'number') return begun;
    const opened = await this.#open(begun);
    if (typeof opened === 'number') return opened;
    const { agent, parts } = opened;
    const { provider } = agent;
    for (const notice of agent.notices) say(notice);
    this.#openTranscripts(opened);
    const { first } = this.#given;
    if (first?.ok === false && !agent.isLeftOpen) {
      say(first.message);
      this.#isUndone = true;
      return WRONG_USAGE;
    }
    if (provider.isRecording)
      say(`${provider.model} is a recording: no model is called, and your prompt has no effect on it`);
    this.#listen(opened);
    if (isOfSdk(this.#options))
      this.#commands = new SlashCommandChanges({
        agent,
        servers: parts.mcp,
        tell: (commands) =>
          this.#send({
            type: 'system',
            subtype: 'commands_changed',
            commands: commands.map(commandForClient),
          }),
      });
    const types = await parts.subAgents?.port.types();
    const typeProblems = types?.problems.map(problemText) ?? [];
    for (const problem of typeProblems) say(problem);
    this.#notices = [...agent.shownNotices, ...typeProblems];
    const { endsAfterSetup } = this.#options;
    if (endsAfterSetup || !isOfSdk(this.#options)) await this.#beginning.tell();
    else void this.#beginning.tellLater(this.#stop.signal);
    if (endsAfterSetup) {
      await agent.instructionsReported;
      return exitStatus(this.#stop, undefined);
    }
    this.#connect(opened, begun);
    this.#result = await workOnPrompts(agent, {
      options: this.#options,
      output: this.#output,
      stop: this.#stop,
      input: this.#input,
      turnBegins: () => this.#beginning.turnBegins(),
      onPrompt: (content, id) => {
        this.#interrupts.begin();
        if (id !== undefined) this.#input?.reached(id);
        this.#mirror?.prompt(content, id);
      },
      onSummary: (text) => this.#mirror?.summary(text),
      onResult: (last) => {
        const { durationMs, modelMs } = this.#usage;
        void this.#commands?.look();
        this.#usage = { last, durationMs: durationMs + last.durationMs, modelMs: modelMs + last.modelMs };
      },
      first: first?.ok === true ? first.text : undefined,
      opening: this.#opening,
      say: this.#say,
      around: this.#around,
    });
    if (this.#stop.cause === undefined) await agent.instructionsReported;
    await this.#reportRefusal();
    return undefined;
  }

  /** Waits for the `initialize` of a client that sends one. */
  async #begin(): Promise<Accepted | number> {
    const options = this.#options;
    const begun: Begun | undefined =
      this.#link !== undefined && isOfSdk(options)
        ? await this.#beginWithClient(await this.#late.first(this.#stop.signal))
        : {
            ok: true,
            options,
            requestId: undefined,
            request: undefined,
            serverNames: [],
            serverTools: new Map(),
            bringsHooks: false,
          };
    if (begun === undefined) return exitStatus(this.#stop, undefined);
    if (!begun.ok) this.#late.refuse(begun.requestId, begun.message);
    if (this.#stop.cause !== undefined) {
      await this.#reportRefusal();
      return exitStatus(this.#stop, undefined);
    }
    if (!begun.ok) return FAILED;
    this.#options = isOfSdk(options)
      ? withExistingDirectories(begun.options, this.#cwd, this.#say)
      : begun.options;
    this.#hasCallbacks =
      isOfSdk(options) && (begun.bringsHooks || begun.serverNames.length > 0 || staysToAnswer(options));
    return begun;
  }

  /** @returns undefined if the client has let the process go without a session */
  async #beginWithClient(first: FirstRequest | undefined): Promise<Begun | undefined> {
    const options = this.#options;
    const begun = await beginWithClient(options, first);
    if (!options.awaitsClaim || first === undefined || !begun.ok) return begun;
    const since = Date.now();
    this.#respond(first.requestId, { subtype: 'success', response: parkedInfo(options.model ?? 'default') });
    const { version } = this.#given;
    const warmUp = new WarmUp((signal) =>
      rehearseSession({ options: begun.options, version, signal, isInteractive: false }),
    );
    warmUp.begin();
    const request = await this.#late.claim(
      (requestId) =>
        this.#respond(requestId, { subtype: 'error', error: 'No session has been claimed yet.' }),
      this.#stop.signal,
    );
    warmUp.end();
    if (request === undefined) return undefined;
    const { requestId } = request;
    const claim = readClaim(request, options, first.request);
    if (!claim.ok) {
      this.#respond(requestId, { subtype: 'error', error: claim.message });
      this.#refuse(`not_claimed: ${claim.message}`);
      return begun;
    }
    process.chdir(claim.cwd);
    Object.assign(process.env, claim.env);
    this.#cwd = claim.cwd;
    this.#claim = { cwd: claim.cwd, parkedMs: Date.now() - since };
    return beginWithClient(claim.options, { requestId, request: claim.initialize });
  }

  #respond(requestId: string, response: object): void {
    this.#send({ type: 'control_response', response: { ...response, request_id: requestId } });
  }

  async #open(begun: Accepted): Promise<PrintAgent | number> {
    const mayDraw = this.#options.outputFormat === 'text' || !process.stdout.isTTY;
    const row = followStopping(this.#stop, { say, command: 'sluice', mayDraw });
    this.#row = row;
    const found = await openPrintAgent({
      options: this.#options,
      link: this.#link,
      clientServers: begun.serverNames,
      clientTools: begun.serverTools,
      cwd: this.#cwd,
      env: process.env,
      signal: this.#stop.signal,
      asker: this.#options.prompts === 'stdio' ? this.#asker : undefined,
      formAsker: this.#asker,
      warn: this.#say,
      onProcesses: row.follow,
      version: this.#given.version,
    });
    if (!found.ok) {
      if (this.#stop.cause !== undefined) {
        await this.#reportRefusal();
        return exitStatus(this.#stop, undefined);
      }
      // A client waits for the answer to its first request.
      if (begun.requestId !== undefined) {
        this.#late.refuse(begun.requestId, found.message);
        await this.#reportRefusal();
        return exitStatus(this.#stop, undefined);
      }
      for (const line of found.message.split('\n')) say(line);
      return found.isUsage === true ? WRONG_USAGE : FAILED;
    }
    this.#opened = found.opened;
    if (begun.bringsHooks && begun.requestId !== undefined && areHooksOff(found.opened.parts)) {
      this.#late.refuse(
        begun.requestId,
        'initialize sets hooks, but settings switch hooks off (disableAllHooks or allowManagedHooksOnly). Nothing was run.',
      );
      this.#isUndone = true;
      return FAILED;
    }
    return found.opened;
  }

  /** Programs with the Agent SDK look for sessions in files. */
  #openTranscripts({ agent, sessionId, isStored, onTitle, noteTranscript }: PrintAgent): void {
    const { tellsTranscript, session } = this.#options;
    if (!wantsTranscripts(this.#options, process.env) || !isStored) return;
    const made = createTranscripts(
      {
        ...{ cwd: this.#cwd, sessionId, env: process.env, tell: this.#say },
        onLine: tellsTranscript
          ? (filePath, line) => this.#send({ type: 'transcript_mirror', filePath, entries: [line] })
          : undefined,
      },
      session,
      noteTranscript,
    );
    this.#mirror = made;
    onTitle(made.title);
    agent.tree.listen((child, event) => made.child(child, event));
  }

  /** What happens in the session reaches the output, and what stops the run reaches the agent. */
  #listen({ agent }: PrintAgent): void {
    const { runtime } = agent;
    this.#stop.onStop((cause) => {
      const isCanceled =
        cause.kind === 'client-left' || (cause.kind === 'signal' && cause.signal === 'SIGINT');
      agent.interrupt(isCanceled ? 'user-cancel' : 'shutdown');
      // What ignores the signal is given its time only once: the sender of SIGTERM may kill the program after a few seconds. And a second
      // SIGINT, however soon, finds everything being ended.
      if (cause.kind === 'signal') void runtime.tasks.dispose();
    });
    const taskMessages = createTaskMessages();
    runtime.tasks.watch((task) => {
      for (const message of taskMessages.take(task, runtime.tasks.list())) this.#send(message);
    });
    let { mode } = runtime.permission.current();
    runtime.permission.onChange(() => {
      const now = runtime.permission.current().mode;
      if (now === mode) return;
      mode = now;
      this.#send({ type: 'system', subtype: 'status', status: null, permissionMode: now });
    });
    const { outputFormat, includesHookEvents } = this.#options;
    if (outputFormat === 'text') runtime.agent.onSessionEvent((event) => showSequence(event));
    else if (includesHookEvents || isOfSdk(this.#options))
      runtime.agent.onSessionEvent((event) => {
        // Programs with the Agent SDK always get what happens at the start.
        if (includesHookEvents || START_EVENTS.includes(event.event)) this.#send(hookMessage(event));
      });
  }

  async #writeInit(): Promise<void> {
    if (this.#opened === undefined) return;
    const { agent, parts, plugins } = this.#opened;
    const known = await parts.subAgents?.port.types();
    const commands = (await agent.commands?.list()) ?? [];
    this.#commands?.note(commands);
    await this.#output.write(
      initMessage({
        cwd: this.#cwd,
        tools: await agent.toolNames(),
        model: clientModel(agent.provider.model),
        permissionMode: agent.runtime.permission.current().mode,
        version: this.#given.version,
        outputStyle: agent.outputStyle.name,
        isRecording: agent.provider.isRecording,
        commands,
        skillsWithoutDescription: parts.skills?.shortened().size ?? 0,
        plugins,
        agents: known?.definitions.map(({ name }) => name) ?? [],
        mcpServers: parts.mcp?.states() ?? [],
      }),
    );
    const notices = this.#notices;
    this.#notices = [];
    for (const content of notices) await this.#output.write(warning(content));
  }

  /** The client's requests are answered from now on. */
  #connect({ agent, parts, plugins, sessionId, rename, entitle }: PrintAgent, begun: Accepted): void {
    const link = this.#link;
    const title = begun.request && getOwn(begun.request, 'title');
    if (typeof title === 'string') {
      entitle(title);
      if (this.#options.session.kind === 'new') this.#mirror?.title(title);
    }
    this.#late.connect(
      createControl({
        agent,
        runtime: agent.runtime,
        interrupts: this.#interrupts,
        // The first server may come while the session runs.
        get mcp() {
          return parts.mcp;
        },
        send: this.#send,
        provider: agent.provider,
        changeModel: (model, options) => agent.changeModel(model, options),
        onRefusal: this.#refuse,
        tellCommands: async () => this.#commands?.look(),
        hearsRejections: isOfSdk(this.#options),
        asksForCheckpoints: isOfSdk(this.#options),
        agentTypes: async () => (await parts.subAgents?.port.types())?.definitions ?? [],
        openedWith: begun.requestId,
        firstInitialize: begun.request,
        claim: this.#claim,
        link,
        channelOf: link && ((server, tools) => clientChannel(link, server, tools)),
        queue: this.#input,
        takenAt: (uuid) => this.#taken.get(uuid),
        stopsTasks: isOfSdk(this.#options) && getOwn(begun.request ?? {}, 'perTaskStopAffordance') !== true,
        openAsks: () => this.#asker?.openRequests() ?? [],
        plugins,
        usage: () => this.#usage,
        version: this.#given.version,
        session: {
          id: sessionId,
          rename,
        },
      }),
    );
  }

  async #close(): Promise<void> {
    this.#asker?.close();
    this.#beginning.end();
    this.#commands?.close();
    this.#link?.close();
    const disposed = await this.#opened?.parts.dispose();
    this.#row?.close();
    if (this.#isUndone) await this.#opened?.undo();
    // Without a prompt, no request could have carried them.
    const left = this.#result === undefined ? [] : (this.#opened?.agent.runtime.agent.leftTexts() ?? []);
    for (const text of left) notifyUser(this.#options, this.#output, `Too late for the model: ${text}`);
    reportEnded(this.#options, disposed?.endedTasks ?? []);
    this.#opened?.agent.provider.close();
    if (!(await this.#output.close()))
      this.#stop.trigger({ kind: 'output-failed', error: new Error('its reader closed it') });
  }
}

const START_EVENTS: readonly string[] = ['SessionStart', 'Setup'];

/** What a run begins with that was not refused. */
type Accepted = Extract<Begun, { ok: true }>;

/** The Agent SDK for Python closes standard input after its last message if all it has is a permission callback. */
function staysToAnswer({ prompts }: PrintOptions): boolean {
  return prompts === 'stdio' && process.env['CLAUDE_CODE_ENTRYPOINT'] !== 'sdk-py';
}

/** Hooks of a client would run no more than those of the user: a guard that is never asked guards nothing. */
function areHooksOff({ permission }: Pick<SessionParts, 'permission'>): boolean {
  return ['disableAllHooks', 'allowManagedHooksOnly'].some((key) =>
    permission.loaded.traced(key).some((one) => one.value === true && one.isFromTrustedRoot()),
  );
}
