import { randomBytes } from 'node:crypto';
import type { AgentHooks, InstructionFinder } from '@sluice/agent';
import type { AgentIdentity } from '@sluice/core';
import { agentHooks, sessionCrons } from './events/agent-hooks.ts';
import { openAgentJournal } from './agent-journal.ts';
import type { AgentPieces } from './agent-pieces.ts';
import { assembleAgent } from './assemble-agent.ts';
import type { AgentError, AssembledAgent, OpenedAgent } from './assembled-agent.ts';
import type { OpenChildOptions } from './child-options.ts';
import { ChildSession } from './child-session.ts';
import { instructionFinder, NO_INSTRUCTIONS, type Instructions } from './texts/find-instructions.ts';
import { nestedInstructions } from './texts/nested-instructions.ts';
import { openModel, type OpenedModel } from './model/open-model.ts';
import { conversationBefore, openConversation } from './open-conversation.ts';
import { systemTexts, type SystemTexts } from './texts/system-texts.ts';

/** The task comes from an agent, not from the user. */
const TASK =
  'Another agent gives you a task, between <not-from-user source="agent"> and </not-from-user>. Carry it out. That agent sees only your last message: put everything it needs into it.';

/** User prompts concern the main agent only. */
const SILENT: Pick<AgentHooks, 'submitted'> = {
  submitted: () => Promise.resolve({ block: undefined, stop: undefined, additionalContext: [] }),
};

/**
 * Opens an agent alongside its parent, with its own conversation, engine, and journal in the same session.
 */
export async function openChildAgent(options: OpenChildOptions): Promise<OpenedAgent> {
  const { parent, type, resume: isResumed = false, call } = options;
  const id = options.id ?? `a${randomBytes(8).toString('hex')}`;
  const identity: AgentIdentity = { id, type, parentCallId: call?.callId };
  const journaled = await openAgentJournal(parent.parts.session, id, isResumed);
  if (!journaled.ok) return refused('no-journal', journaled.message);
  const found = await openChildModel(options, identity);
  if (!found.ok) {
    journaled.opened.journal?.close();
    return refused('no-model', found.message);
  }
  const { model } = found;
  const child = await ChildSession.open({ options, identity, journaled: journaled.opened, model });
  try {
    return { ok: true, agent: await assembleChild(child, options, identity) };
  } catch (error) {
    child.status = 'failed';
    await child.parts.dispose();
    throw error;
  }
}

function refused(code: AgentError['code'], message: string): OpenedAgent {
  return { ok: false, error: { code, message } };
}

function openChildModel({ model, parent }: OpenChildOptions, identity: AgentIdentity): Promise<OpenedModel> {
  const { permission, telemetry } = parent.parts;
  return openModel({
    model: model ?? parent.askedModel(),
    providers: parent.tree.providers,
    needsPrice: parent.tree.limitUsd !== undefined,
    settings: permission.loaded,
    observe: telemetry?.agent(identity).request,
  });
}

async function assembleChild(
  child: ChildSession,
  options: OpenChildOptions,
  identity: AgentIdentity,
): Promise<AssembledAgent> {
  const { parent, forkedAt, resume: isResumed = false } = options;
  const { base, parts, runtime } = child;
  const before = forkedAt === undefined ? [] : await conversationBefore(forkedAt, parent);
  const opened = await openConversation(runtime, isResumed, before);
  const finder = finderOf(child, options);
  const instructions = finder.start;
  const nested = nestedInstructions(parts, () => finder);
  return assembleAgent({
    ...{ base, parts, runtime, opened },
    prompt: await promptOf(child, options, instructions),
    nestedInstructions: nested,
    instructionFiles: () => [...instructions.files, ...nested.files],
    hooks: hooksOf(child, options, identity),
    maxTurns: options.maxTurns,
    output: options.output,
    notes: options.notes,
    planWay: options.handsPlan === true ? 'by-tool' : 'in-report',
    promptOrigin: 'agent',
    besideOf: options.isBeside === true ? { id: parent.identity?.id } : undefined,
    transcriptPath: child.transcriptPath,
    changed: () => {},
    spentBefore: undefined,
    async close(how = 'completed') {
      child.status = how;
      await runtime.dispose();
    },
    notices: [...child.problems, ...instructions.problems],
    shownNotices: [],
    instructionsReported: Promise.resolve(),
  });
}

function finderOf({ parts, runtime }: ChildSession, options: OpenChildOptions): InstructionFinder {
  if (options.readsInstructions === false) return NO_INSTRUCTIONS;
  const cwd = parts.worktree?.directory ?? parts.cwd;
  return instructionFinder({ cwd, permission: parts.permission }, runtime.agent.contextFiles, process.env);
}

/** A fork goes on with the prompt of its parent. */
async function promptOf(
  { runtime }: ChildSession,
  options: OpenChildOptions,
  instructions: Instructions,
): Promise<SystemTexts> {
  if (options.forkedAt !== undefined) return options.parent.requestHead();
  const appended = [TASK, options.appendSystemPrompt].filter((text) => text !== undefined);
  const added = { ...options, appendSystemPrompt: appended.join('\n\n') };
  return systemTexts(runtime.session.cwd, added, instructions);
}

function hooksOf(
  { parts, runtime, transcriptPath }: ChildSession,
  options: OpenChildOptions,
  agent: AgentIdentity,
): AgentPieces['hooks'] {
  const { cwd } = runtime.session;
  const path = parts.transcripts?.ofAgent(agent.id) ?? transcriptPath;
  const hooks = agentHooks(
    runtime.agent,
    () => ({ cwd, agent }),
    undefined,
    undefined,
    { agent_id: agent.id, agent_type: agent.type, agent_transcript_path: path },
    () => sessionCrons(parts),
  );
  return { ...hooks, ...SILENT, stopping: askBoth(options.stopping ?? hooks.stopping, options.idle) };
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
