import { ROOT_CONTEXT, TraceFlags, trace, type Context, type Span, type Tracer } from '@opentelemetry/api';
import type { AgentIdentity, SessionEvent, Subscription } from '@sluice/core';
import { AgentTrace } from './agent-trace.ts';
import type { SessionMetrics } from './session-metrics.ts';
import type { TraceScope } from './trace-scope.ts';

interface SessionTraceOptions {
  readonly tracer: Tracer;
  readonly metrics: SessionMetrics;
  readonly hasContent: boolean;
  readonly sessionId: string | undefined;
  /** A `traceparent` of the program that started this one. */
  readonly traceparent: string | undefined;
}

/** The spans of a session and its agents. */
export class SessionTrace {
  readonly #scope: TraceScope;
  readonly #session: Span;
  readonly #agents = new Map<string | undefined, AgentTrace>();
  readonly #followed: { readonly events: Subscription; readonly read: Promise<void> }[] = [];

  constructor({ tracer, metrics, hasContent, sessionId, traceparent }: SessionTraceOptions) {
    const named = sessionId === undefined ? {} : { 'gen_ai.conversation.id': sessionId };
    const outside = contextOf(traceparent);
    this.#scope = {
      metrics,
      hasContent,
      start(name, parent, attributes, options) {
        const around = parent === undefined ? outside : trace.setSpan(ROOT_CONTEXT, parent);
        return tracer.startSpan(name, { ...options, attributes: { ...attributes, ...named } }, around);
      },
    };
    this.#session = this.#scope.start('session', undefined, {});
    metrics.began();
  }

  agent(identity: AgentIdentity | undefined): AgentTrace {
    const known = this.#agents.get(identity?.id);
    if (known !== undefined) return known;
    const around = identity?.parentCallId === undefined ? undefined : this.#openCall(identity.parentCallId);
    const agent = new AgentTrace(this.#scope, identity, around ?? this.#session);
    this.#agents.set(identity?.id, agent);
    return agent;
  }

  announced(event: SessionEvent, time: number): void {
    this.agent(undefined).announced(event, time);
  }

  follow(events: Subscription, identity: AgentIdentity | undefined): void {
    const agent = this.agent(identity);
    const read = async (): Promise<void> => {
      for await (const event of events) agent.engine(event);
    };
    this.#followed.push({ events, read: read() });
  }

  /** Of the span of a running call, or else of the session. */
  traceparent(callId: string): string {
    const { traceId, spanId, traceFlags } = (this.#openCall(callId) ?? this.#session).spanContext();
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  async end(): Promise<void> {
    for (const { events } of this.#followed) events.close();
    await Promise.allSettled(this.#followed.map(({ read }) => read));
    for (const agent of this.#agents.values()) agent.end();
    this.#session.end();
  }

  #openCall(callId: string): Span | undefined {
    for (const agent of this.#agents.values()) {
      const span = agent.openCall(callId);
      if (span !== undefined) return span;
    }
    return undefined;
  }
}

/** The context of a W3C `traceparent`; without a valid one, none. */
function contextOf(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '0', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
