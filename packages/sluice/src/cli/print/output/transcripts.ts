import { randomUUID } from 'node:crypto';
import { readTranscript, type AgentEvent } from '@sluice/agent';
import { getOwn, type AgentIdentity } from '@sluice/core';
import type { SessionTranscripts } from '@sluice/session';
import type { SessionChoice } from '@sluice/session/agent';
import { createChildMessages } from './child-messages.ts';
import { mirrorPath, SessionMirror } from './session-mirror.ts';
import type { PrintOptions } from '../print-options.ts';

type MirrorOptions = ConstructorParameters<typeof SessionMirror>[0];

/** The transcripts of a session and of its agents, as programs with the Agent SDK look for them. */
export interface Transcripts {
  /** A message of the output. */
  message(message: object): void;
  title(text: string): void;
  /** A message of the person. */
  prompt(content: unknown, id: string | undefined): void;
  /** What replaces the conversation so far. */
  summary(text: string): void;
  /** What an agent below the main one does. */
  child(agent: AgentIdentity, event: AgentEvent): void;
}

/** Programs with the Agent SDK look for sessions in files. */
export function wantsTranscripts(
  { tellsTranscript }: Pick<PrintOptions, 'tellsTranscript'>,
  env: MirrorOptions['env'],
): boolean {
  return tellsTranscript || env['CLAUDE_CODE_ENTRYPOINT']?.startsWith('sdk-') === true;
}

/** Where the transcripts of a session are. */
export function transcriptPaths(of: Pick<MirrorOptions, 'cwd' | 'sessionId' | 'env'>): SessionTranscripts {
  return { main: mirrorPath(of), ofAgent: (agentId) => mirrorPath({ ...of, agentId }) };
}

/**
 * @param choice the session that was asked for: a fork begins with what it was forked from
 * @param onMain called with the path of the main transcript and the id of each message that was written to it. Must not throw
 */
export function createTranscripts(
  options: Omit<MirrorOptions, 'after' | 'agentId'>,
  choice: SessionChoice,
  onMain: (path: string, id: string) => void = () => {},
): Transcripts {
  const named = choice.kind === 'named' ? choice : undefined;
  const main = new SessionMirror({
    ...options,
    onLine(path, line) {
      options.onLine?.(path, line);
      const [type, id] = [getOwn(line, 'type'), getOwn(line, 'uuid')];
      if ((type === 'user' || type === 'assistant') && typeof id === 'string') onMain(path, id);
    },
    after: named?.isForked === false ? named.throughMessage : undefined,
  });
  if (named?.isForked === true) {
    const earlier = readTranscript(named.name, options.cwd, options.env, named.throughMessage);
    for (const { role, message } of earlier?.messages ?? []) main.keep(role, message);
  }
  const children = new Map<string, SessionMirror>();
  const messages = createChildMessages({ forwardsText: true });
  return {
    title: (text) => main.title(text),
    message: (message) => main.message(message),
    prompt: (content, id) => main.prompt(content, id),
    summary: (text) => main.summary(text),
    child(agent, event) {
      const mirror = children.get(agent.id) ?? new SessionMirror({ ...options, agentId: agent.id });
      children.set(agent.id, mirror);
      for (const message of messages.take(agent, event)) mirror.message({ ...message, uuid: randomUUID() });
    },
  };
}
