import { present } from '@sluice/base';
import { SpanKind, SpanStatusCode, type Attributes, type Span } from '@opentelemetry/api';
import type { AgentEvent, AgentResult } from '@sluice/agent';
import type { AgentIdentity, ModelEvent, RunEvent, SessionEvent } from '@sluice/core';
import type { AgentTelemetry, ObserveRequest } from '@sluice/session';
import {
  agentAttributes,
  contentText,
  decisionAttributes,
  errorAttributes,
  messageText,
  modelAttributes,
  recordAttributes,
  usageAttributes,
} from './attributes.ts';
import { RequestWatch } from './request-watch.ts';
import type { TraceScope } from './trace-scope.ts';

type HookEvent = Extract<SessionEvent, { type: 'hook' }> & Pick<RunEvent, 'time'>;

type Of<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** The spans of one agent: a prompt, its turns, and in them requests, calls and hooks. */
export class AgentTrace implements AgentTelemetry {
  readonly #scope: TraceScope;
  readonly #identity: AgentIdentity | undefined;
  /** Of the call that opened the agent, or of the session. */
  readonly #around: Span;
  readonly #calls = new Map<string, Span>();
  readonly #hooks = new Map<string, Span>();
  #prompt: Span | undefined;
  #turn: Span | undefined;

  constructor(scope: TraceScope, identity: AgentIdentity | undefined, around: Span) {
    this.#scope = scope;
    this.#identity = identity;
    this.#around = around;
  }

  /** The span of a call that is running. */
  openCall(callId: string): Span | undefined {
    return [...this.#calls].find(([key]) => key.endsWith(`/${callId}`))?.[1];
  }

  readonly event = (event: AgentEvent): void => {
    switch (event.type) {
      case 'user':
        this.#begin();
        if (this.#scope.hasContent && event.origin === 'person')
          this.#prompt?.setAttribute('gen_ai.input.messages', messageText('user', event.content));
        break;
      case 'transition':
        this.#turn?.end();
        this.#turn = this.#start(`turn ${event.turn}`, this.#begin(), {
          'sluice.turn.number': event.turn,
          'sluice.turn.reason': event.transition,
        });
        break;
      case 'assistant':
        this.#turn?.setAttributes({ 'sluice.message.id': event.messageId, 'sluice.turn.cut': event.isCut });
        break;
      case 'retracted':
        this.#turn?.addEvent('sluice.message.retracted', { 'error.type': event.failure.kind });
        break;
      case 'compacted':
        this.#current().addEvent('sluice.conversation.compacted', {
          'sluice.compaction.trigger': event.trigger,
          'sluice.compaction.tokens_before': event.tokensBefore,
        });
        break;
      case 'result':
        this.#finish(event.result);
        break;
      default:
    }
  };

  readonly request: ObserveRequest = (...asked) => this.#watch(...asked);

  async *#watch(
    ...[provider, request, answer]: Parameters<ObserveRequest>
  ): AsyncGenerator<ModelEvent, void> {
    const asked = modelAttributes(provider);
    const span = this.#start(`chat ${String(asked['gen_ai.request.model'])}`, this.#current(), asked, {
      kind: SpanKind.CLIENT,
    });
    span.setAttribute('gen_ai.request.stream', request.isStreamed !== false);
    const watch = new RequestWatch(span, this.#scope.hasContent);
    try {
      for await (const event of answer) {
        watch.take(event);
        yield event;
      }
    } finally {
      const { ms, failure, usage } = watch.end();
      this.#scope.metrics.request(ms, { ...asked, ...failure }, usage);
    }
  }

  /** An event of the agent's engine. */
  engine(event: RunEvent): void {
    switch (event.type) {
      case 'call-state':
        if (!this.#calls.has(keyOf(event))) this.#received(event);
        break;
      case 'permission-request':
        this.#calls.get(keyOf(event))?.addEvent('sluice.permission.requested', {}, at(event));
        break;
      case 'tool-result':
        this.#settled(event);
        break;
      case 'message':
        for (const { callId } of event.suspended ?? [])
          this.#endCall(`${event.messageId}/${callId}`, { 'sluice.call.outcome': 'suspended' }, event);
        break;
      case 'hook':
        // Engines of all agents report hooks outside calls; `announced` takes them once.
        if (event.messageId === undefined && event.callId === undefined) break;
        this.#hook(event);
        break;
      default:
    }
  }

  /** An event outside all calls. */
  announced(event: SessionEvent, time: number): void {
    if (event.type === 'hook') this.#hook({ ...event, time });
  }

  #hook(event: HookEvent): void {
    if (event.status === 'started') this.#hookStarted(event);
    else if (event.status === 'ended') this.#hookEnded(event);
  }

  /** Ends what is still open. */
  end(): void {
    for (const span of [...this.#hooks.values(), ...this.#calls.values()]) span.end();
    this.#turn?.end();
    this.#prompt?.end();
  }

  #received(event: Of<'call-state'>): void {
    const { callId, messageId, toolName, parentCallId } = event;
    const parent = parentCallId === undefined ? undefined : this.#calls.get(`${messageId}/${parentCallId}`);
    const attributes = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': toolName,
      'gen_ai.tool.call.id': callId,
      'gen_ai.tool.type': 'function',
    };
    this.#calls.set(
      keyOf(event),
      this.#start(`execute_tool ${toolName}`, parent ?? this.#current(), attributes, {
        startTime: at(event),
      }),
    );
  }

  #settled(event: Of<'tool-result'>): void {
    const { record, outcome, result, toolName, isDiscarded } = event;
    const error = errorAttributes(outcome);
    const decision = decisionAttributes(record);
    const span = this.#calls.get(keyOf(event));
    if (result.is_error) span?.setStatus({ code: SpanStatusCode.ERROR });
    if (this.#scope.hasContent) {
      span?.setAttributes({
        'gen_ai.tool.call.arguments': contentText(record.input),
        'gen_ai.tool.call.result': contentText(result.content),
      });
    }
    const more = isDiscarded ? { 'sluice.call.discarded': true } : {};
    this.#endCall(
      keyOf(event),
      { ...recordAttributes(record), ...decision, ...error, ...more, 'sluice.call.outcome': outcome.code },
      event,
    );
    this.#scope.metrics.call(record.executingMs, { 'gen_ai.tool.name': toolName, ...error }, decision);
  }

  #endCall(key: string, attributes: Attributes, { time }: Pick<RunEvent, 'time'>): void {
    this.#calls.get(key)?.setAttributes(attributes).end(at({ time }));
    this.#calls.delete(key);
  }

  #hookStarted(event: HookEvent): void {
    const { runId, messageId, callId } = event;
    const call = messageId === undefined ? undefined : this.#calls.get(`${messageId}/${callId}`);
    const parent = call ?? (callId === undefined ? undefined : this.openCall(callId)) ?? this.#current();
    const span = this.#start(`hook ${event.event}`, parent, hookAttributes(event), {
      startTime: at(event),
    });
    this.#hooks.set(runId, span);
  }

  #hookEnded(event: Extract<HookEvent, { status: 'ended' }>): void {
    const span = this.#hooks.get(event.runId);
    if (span === undefined) return;
    this.#hooks.delete(event.runId);
    const { outcome, said, durationMs } = event;
    if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttributes({
      'sluice.hook.outcome': outcome,
      ...present({
        'sluice.hook.decision': said.decision,
        'error.type': outcome === 'ok' ? undefined : outcome,
      }),
    });
    span.end(at(event));
    this.#scope.metrics.hook(durationMs, {
      'sluice.hook.event': event.event,
      'sluice.hook.outcome': outcome,
    });
  }

  #current(): Span {
    return this.#turn ?? this.#prompt ?? this.#around;
  }

  /** The prompt's span, which begins now if none has. */
  #begin(): Span {
    const name = this.#identity?.type ?? 'main';
    this.#prompt ??= this.#start(`invoke_agent ${name}`, this.#around, {
      'gen_ai.operation.name': 'invoke_agent',
    });
    return this.#prompt;
  }

  #finish(result: AgentResult): void {
    const prompt = this.#begin();
    this.#turn?.end();
    const { reason, turns, usage, costUsd, failure } = result;
    const error = failure === undefined ? {} : { 'error.type': failure.kind };
    prompt.setAttributes({
      ...usageAttributes(usage),
      ...error,
      'sluice.prompt.end_reason': reason,
      'sluice.prompt.turns': turns,
      ...present({ 'sluice.cost.usd': costUsd }),
    });
    if (this.#scope.hasContent && result.text !== '')
      prompt.setAttribute(
        'gen_ai.output.messages',
        messageText('assistant', [{ type: 'text', text: result.text }]),
      );
    if (failure !== undefined) prompt.setStatus({ code: SpanStatusCode.ERROR });
    prompt.end();
    this.#turn = undefined;
    this.#prompt = undefined;
    this.#scope.metrics.prompt(result, {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': this.#identity?.type ?? 'main',
      ...error,
    });
  }

  #start(
    name: string,
    parent: Span,
    attributes: Attributes,
    options: { readonly kind?: SpanKind; readonly startTime?: number } = {},
  ): Span {
    return this.#scope.start(name, parent, { ...attributes, ...agentAttributes(this.#identity) }, options);
  }
}

function hookAttributes({ event, place }: HookEvent): Attributes {
  return { 'sluice.hook.event': event, ...present({ 'sluice.hook.place': place }) };
}

function keyOf({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return `${messageId}/${callId}`;
}

/** The clock of events, as milliseconds since 1970. */
function at({ time }: Pick<RunEvent, 'time'>): number {
  return performance.timeOrigin + time;
}
