import { randomBytes } from 'node:crypto';
import type { AgentHooks } from '@sluice/agent';
import {
  assemblePool,
  deriveState,
  systemClock,
  type AgentIdentity,
  type AnyTool,
  type JournalEntry,
  type ToolPool,
} from '@sluice/core';
import { waitingTexts } from '../hooks/waiting-texts.ts';
import type { Disposed, SessionParts } from '../parts/session-parts.ts';
import { localRuntime } from '../runtime/local-runtime.ts';
import { createAgentBase } from './agent-base.ts';
import { AgentThinking } from './model/agent-thinking.ts';
import { agentHooks, sessionCrons } from './agent-hooks.ts';
import { openAgentJournal } from './agent-journal.ts';
import { assembleAgent } from './assemble-agent.ts';
import type { AgentError, AgentStatus, OpenedAgent } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import { findInstructions, type Instructions } from './instructions.ts';
import { openModel } from './model/open-model.ts';
import { conversationBefore, openConversation } from './open-conversation.ts';
import { systemTexts } from './system-texts.ts';

/** The task comes from an agent, not from the user. */
const TASK =
  'Another agent gives you your task, between <not-from-user source="agent"> and </not-from-user>. Carry it out. That agent gets your last message and nothing else: put everything it needs into it.';

/** Characters of a task that the journal keeps. */
const MAX_TASK = 100_000;

const NOTHING_ENDED: Disposed = { keptResults: undefined, endedTasks: [], lastEvents: [] };

/** User prompts concern the main agent only. */
const SILENT: Pick<AgentHooks, 'submitted'> = {
  submitted: () => Promise.resolve({ block: undefined, stop: undefined, additionalContext: [] }),
};

type AgentEntry =
  Extract<JournalEntry, { readonly type: 'agent-began' | 'agent-ended' }> extends infer Entry
    ? Entry extends JournalEntry
      ? Omit<Entry, 'v' | 'time'>
      : never
    : never;

/**
 * Opens an agent alongside its parent, with its own conversation, engine, and journal in the same session.
 */
export async function openChildAgent(options: OpenChildOptions): Promise<OpenedAgent> {
  const { parent, type, name = type, resume: isResumed = false, call } = options;
  const around = parent.parts;
  const { loaded } = around.permission;
  const id = options.id ?? `a${randomBytes(8).toString('hex')}`;
  const identity: AgentIdentity = { id, type, parentCallId: call?.callId };
  const refuse = (code: AgentError['code'], message: string): OpenedAgent => ({
    ok: false,
    error: { code, message },
  });

  const journaled = await openAgentJournal(around.session, id, isResumed);
  if (!journaled.ok) return refuse('no-journal', journaled.message);
  const { journal, path, resume, setAside, lostLines } = journaled.opened;
  const found = await openModel({
    model: options.model ?? parent.askedModel(),
    providers: parent.tree.providers,
    needsPrice: parent.tree.limitUsd !== undefined,
    settings: loaded,
    observe: around.telemetry?.agent(identity).request,
  });
  if (!found.ok) {
    journal?.close();
    return refuse('no-model', found.message);
  }
  const { provider } = found.model;

  const state = deriveState(around.permission.state, options);
  const permission = { ...around.permission, state };
  const registered = await around.hooks.register(
    { agentId: id, permissionMode: () => state.current().mode },
    options.hooks,
  );
  const write = (entry: AgentEntry): void =>
    void parent.runtime.agent.journal?.append({ v: 1, time: systemClock.wallTime(), ...entry });
  let status: AgentStatus = 'completed';
  const end = async (): Promise<Disposed> => {
    write({ type: 'agent-ended', agentId: id, status });
    registered.unregister();
    runtime.agent.wakeUps.close();
    around.tasks.disown(id);
    provider.close();
    journal?.close();
    await options.closed?.();
    return NOTHING_ENDED;
  };
  let ended: Promise<Disposed> | undefined;
  const pool = poolOf(options.tools ?? around.pool);
  const parts: SessionParts = {
    ...around,
    cwd: options.worktree?.directory ?? around.cwd,
    resumedWorktree: undefined,
    worktree: options.worktree === undefined ? around.worktree : undefined,
    permission,
    pool,
    session: { ...around.session, journal, resume, setAside, lostLines },
    hooks: { ...around.hooks, texts: waitingTexts() },
    notices: [],
    begin: () => Promise.resolve(undefined),
    dispose: () => (ended ??= end()),
  };
  const base = createAgentBase({
    tree: parent.tree,
    model: found.model,
    thinking: new AgentThinking(options.effort === undefined ? parent.thinking : { effort: options.effort }),
    identity,
    depth: options.depth ?? parent.depth + 1,
    hasAsker: parent.hasAsker,
    permission,
    pool,
    own: options.extension,
  });
  const forked = parent.runtime.fork({
    agent: identity,
    name,
    ...(options.worktree !== undefined && { cwd: options.worktree.directory }),
    parentMessageId: call?.messageId,
    tools: pool,
    permission: state,
    askerAround: options.askerAround,
    journal,
    hooks: () => around.hooks.hooks(id),
    extension: base.extension,
    maxConcurrency: options.maxConcurrency,
    messages: () => base.conversation()?.messages ?? [],
    loadHint: base.loadHint,
    isStanding: (messageId, callId) => base.conversation()?.isStanding(messageId, callId) === true,
    resume,
    isJournalDamaged: setAside + lostLines > 0,
    lostLines,
  });
  if (around.telemetry !== undefined)
    around.telemetry.follow(forked.subscribe({ whenSlow: 'latest' }), identity);
  const runtime = localRuntime(forked, parts, identity);
  write({
    type: 'agent-began',
    agentId: id,
    agentType: type,
    model: provider.model,
    name,
    description: options.description,
    ...(options.task !== undefined && options.task.length <= MAX_TASK && { task: options.task }),
    chain: options.chain,
    ...(options.isTeammate === true && { isTeammate: true }),
    worktree: options.worktree?.name ?? options.inheritedWorktree,
    ...(call !== undefined && { messageId: call.messageId, callId: call.callId }),
  });
  try {
    const { forkedAt } = options;
    const before = forkedAt === undefined ? [] : await conversationBefore(forkedAt, parent);
    const opened = await openConversation(runtime, isResumed, before);
    const { cwd } = runtime.session;
    const instructions: Instructions =
      options.readsInstructions === false
        ? { files: [], problems: [] }
        : findInstructions(
            { cwd: parts.worktree?.directory ?? parts.cwd, permission },
            runtime.agent.contextFiles,
            process.env,
          );
    const appended = [
      TASK,
      ...(options.appendSystemPrompt === undefined ? [] : [options.appendSystemPrompt]),
    ];
    const ofHooks = agentHooks(
      runtime.agent,
      () => ({ cwd, agent: identity }),
      undefined,
      undefined,
      { agent_id: id, agent_type: type, agent_transcript_path: path },
      () => sessionCrons(parts),
    );
    const agent = assembleAgent({
      base,
      parts,
      runtime,
      opened,
      prompt:
        forkedAt === undefined
          ? systemTexts(cwd, { ...options, appendSystemPrompt: appended.join('\n\n') }, instructions)
          : await parent.requestHead(),
      hooks: {
        ...ofHooks,
        ...SILENT,
        stopping: askBoth(options.stopping ?? ofHooks.stopping, options.idle),
      },
      maxTurns: options.maxTurns,
      output: options.output,
      notes: options.notes,
      promptOrigin: 'agent',
      transcriptPath: path,
      changed: () => {},
      spentBefore: undefined,
      async close(how = 'completed') {
        status = how;
        await runtime.dispose();
      },
      notices: [...registered.problems, ...instructions.problems],
      shownNotices: [],
      instructionsReported: Promise.resolve(),
    });
    return { ok: true, agent };
  } catch (error) {
    status = 'failed';
    await parts.dispose();
    throw error;
  }
}

/** The second is asked only if the work may end by the first. */
function askBoth(
  first: AgentHooks['stopping'],
  second: AgentHooks['stopping'] | undefined,
): AgentHooks['stopping'] {
  if (second === undefined) return first;
  return async (lastText, signal) => {
    const answer = await first(lastText, signal);
    return answer.goesOn || answer.stop !== undefined ? answer : second(lastText, signal);
  };
}

function poolOf(tools: readonly AnyTool[] | ToolPool): ToolPool {
  return 'tools' in tools ? tools : assemblePool({ builtIn: tools });
}
