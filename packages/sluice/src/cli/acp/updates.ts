import type { PlanEntry, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import { contextTokens, type AgentEvent } from '@sluice/agent';
import { present } from '@sluice/base';
import {
  getOwn,
  isJsonObject,
  type AgentIdentity,
  type ContentBlock,
  type RunEvent,
  type ToolPool,
  type ToolUseBlock,
} from '@sluice/core';
import { progressText } from '@sluice/terminal';
import { callFacts, resultDiff } from './call-facts.ts';
import { unaskedText } from './unasked-text.ts';

export interface UpdatesOptions {
  readonly pool: ToolPool;
  readonly cwd: string;
  /** The editor shows when the conversation is compacted. */
  readonly showsCompaction: boolean;
  readonly send: (update: SessionUpdate) => void;
  /** Tokens of the conversation after an answer of the model. */
  readonly onUsage: (tokens: number) => void;
}

const COMPACTION_STATUSES = { started: 'in_progress', done: 'completed', failed: 'failed' } as const;

type Call = Pick<ToolUseBlock, 'id' | 'name' | 'input'>;
type Delta = 'agent_message_chunk' | 'agent_thought_chunk';

/** An editor gets at most one frame of text in this time: the first at once, later text gathered. */
const GATHER_MS = 30;
const PROGRESS_MS = 100;
const MAX_PROGRESS_CHARACTERS = 8 * 1024;
const MAX_RAW_CHARACTERS = 256 * 1024;

/** Turns an agent's events into updates of an ACP session. */
export class Updates {
  readonly #options: UpdatesOptions;
  readonly #progressAt = new Map<string, number>();
  /** Calls that the editor knows, by the message that made them. */
  readonly #open = new Map<string, string>();
  /** Calls of the main agent whose input is still arriving. */
  readonly #unwritten = new Set<string>();
  #gathered: { readonly kind: Delta; text: string } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #compactions = 0;
  /** When text was last sent. */
  #sentAt = -Infinity;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** @param child the agent that the event is about, unless it is the main one */
  take(event: AgentEvent, child?: AgentIdentity): void {
    switch (event.type) {
      case 'model':
        this.#model(event.messageId, event.event, child);
        break;
      case 'assistant':
        this.flush();
        if (child === undefined) this.#options.onUsage(contextTokens(event.usage));
        break;
      case 'engine':
        this.#engine(event.event);
        break;
      case 'retracted':
        this.flush();
        for (const [callId, messageId] of this.#open)
          if (messageId === event.messageId)
            this.#fail(callId, 'The stream failed, and the call was retracted.');
        break;
      case 'notice':
        if (child === undefined)
          this.#send({
            sessionUpdate: 'agent_thought_chunk',
            content: { type: 'text', text: `${event.message}\n` },
          });
        break;
      case 'result':
        if (child === undefined) {
          this.#gather('agent_message_chunk', unaskedText(event.result));
          for (const callId of this.#unwritten)
            this.#fail(callId, 'The turn ended before the call was whole.');
        }
        this.flush();
        break;
      case 'activity':
      case 'user':
      case 'transition':
      case 'results':
      case 'compacted':
      case 'cleared':
        break;
      case 'compaction':
        if (child === undefined) this.#compaction(event);
        break;
      default:
        event satisfies never;
    }
  }

  #compaction({ status, problem, isInterrupted = false }: Extract<AgentEvent, { type: 'compaction' }>): void {
    if (!this.#options.showsCompaction) return;
    this.flush();
    if (status === 'started') this.#compactions += 1;
    this.#send({
      sessionUpdate: 'compaction_update',
      compactionId: `compaction-${this.#compactions}`,
      status: isInterrupted ? 'cancelled' : COMPACTION_STATUSES[status],
      ...present({ error: isInterrupted ? undefined : problem }),
    });
  }

  /** Sends the text that is still gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered === undefined || gathered.text === '') return;
    this.#sentAt = performance.now();
    this.#options.send({
      sessionUpdate: gathered.kind,
      content: { type: 'text', text: gathered.text },
    });
  }

  #send(update: SessionUpdate): void {
    this.flush();
    this.#options.send(update);
  }

  #model(
    messageId: string,
    event: Extract<AgentEvent, { type: 'model' }>['event'],
    child: AgentIdentity | undefined,
  ): void {
    switch (event.type) {
      case 'block-delta':
        if (child !== undefined) break;
        if (event.delta.type === 'text') this.#gather('agent_message_chunk', event.delta.text);
        if (event.delta.type === 'thinking') this.#gather('agent_thought_chunk', event.delta.text);
        break;
      case 'block-start':
        if (event.block.type === 'tool_use') this.#begin(messageId, event.block, child);
        break;
      case 'block-stop':
        if (event.block.type === 'tool_use') this.#written(messageId, event.block, child);
        break;
      default:
        break;
    }
  }

  /** The editor knows a call from its first token: its input may take a while. */
  #begin(messageId: string, { id, name }: Call, child: AgentIdentity | undefined): void {
    const { pool } = this.#options;
    const parent = child?.parentCallId;
    this.#open.set(id, messageId);
    if (child === undefined) this.#unwritten.add(id);
    this.#send({
      sessionUpdate: 'tool_call',
      toolCallId: id,
      title: nameOf(pool, name),
      kind: 'other',
      name,
      status: 'pending',
      _meta: parent === undefined ? undefined : { sluice: { parentToolCallId: parent } },
    });
  }

  #written(messageId: string, { id, name, input }: Call, child: AgentIdentity | undefined): void {
    const { pool, cwd } = this.#options;
    if (!this.#open.has(id)) this.#begin(messageId, { id, name, input }, child);
    this.#unwritten.delete(id);
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      ...callFacts(pool, name, input, cwd),
      rawInput: input,
    });
  }

  #gather(kind: Delta, text: string): void {
    if (this.#gathered?.kind !== kind) {
      this.flush();
      this.#gathered = { kind, text: '' };
    }
    this.#gathered.text += text;
    if (this.#timer !== undefined) return;
    const rest = this.#sentAt + GATHER_MS - performance.now();
    if (rest <= 0) this.flush();
    else this.#timer = setTimeout(() => this.flush(), rest);
  }

  #engine(event: RunEvent): void {
    switch (event.type) {
      case 'call-state':
        if (event.status !== 'executing' || !this.#open.has(event.callId)) break;
        this.#send({ sessionUpdate: 'tool_call_update', toolCallId: event.callId, status: 'in_progress' });
        break;
      case 'progress':
        this.#progress(event.callId, event.data);
        break;
      case 'tool-result':
        this.#result(event);
        break;
      default:
        break;
    }
  }

  #progress(toolCallId: string, data: unknown): void {
    if (!this.#open.has(toolCallId)) return;
    const now = performance.now();
    if (now - (this.#progressAt.get(toolCallId) ?? -Infinity) < PROGRESS_MS) return;
    const text = progressText(data);
    if (text === undefined || text === '') return;
    this.#progressAt.set(toolCallId, now);
    const content = [textContent(text.slice(-MAX_PROGRESS_CHARACTERS).toWellFormed())];
    this.#send({ sessionUpdate: 'tool_call_update', toolCallId, content });
  }

  #result(event: Extract<RunEvent, { type: 'tool-result' }>): void {
    const { callId, result, clientView } = event;
    this.#progressAt.delete(callId);
    const entries = planOf(clientView);
    if (entries !== undefined && event.agentId === undefined) this.#send({ sessionUpdate: 'plan', entries });
    this.#unwritten.delete(callId);
    if (!this.#open.delete(callId)) return;
    const diff = result.is_error ? undefined : resultDiff(clientView);
    const raw = clientView === undefined ? '' : (JSON.stringify(clientView) ?? '');
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId: callId,
      status: result.is_error ? 'failed' : 'completed',
      content: diff === undefined ? contentOf(result.content) : [diff],
      rawOutput: raw !== '' && raw.length <= MAX_RAW_CHARACTERS ? clientView : undefined,
    });
  }

  #fail(toolCallId: string, why: string): void {
    this.#open.delete(toolCallId);
    this.#unwritten.delete(toolCallId);
    this.#send({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      status: 'failed',
      content: [textContent(why)],
    });
  }
}

/** Of a tool whose input isn't there yet. */
function nameOf(pool: ToolPool, name: string): string {
  try {
    return pool.find(name)?.displayName({}) ?? name;
  } catch {
    return name;
  }
}

function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

/** What the model sees of a result. */
export function contentOf(content: string | readonly ContentBlock[]): ToolCallContent[] {
  if (typeof content === 'string') return content === '' ? [] : [textContent(content)];
  return content.map((block) => {
    if (block.type === 'image')
      return {
        type: 'content',
        content: { type: 'image', data: block.source.data, mimeType: block.source.media_type },
      };
    return textContent(block.type === 'text' ? block.text : `[${block.type}]`);
  });
}

const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** A to-do list in a tool's own view of its result. */
function planOf(view: unknown): PlanEntry[] | undefined {
  const list = isJsonObject(view) ? getOwn(view, 'newTodos') : undefined;
  if (!Array.isArray(list)) return undefined;
  return list.filter(isJsonObject).map((item) => {
    const text = getOwn(item, 'content');
    const status = STATUSES.find((one) => one === getOwn(item, 'status'));
    return {
      content: typeof text === 'string' ? text : '',
      priority: 'medium',
      status: status ?? 'pending',
    };
  });
}
