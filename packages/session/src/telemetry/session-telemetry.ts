import type { AgentEvent } from '@sluice/agent';
import type {
  AgentIdentity,
  ModelEvent,
  ModelProvider,
  ModelRequest,
  SessionEvent,
  Subscription,
} from '@sluice/core';

/** Sees the requests to a model with their answers; passes on every event unchanged. */
export type ObserveRequest = (
  provider: Pick<ModelProvider, 'api' | 'model'>,
  request: ModelRequest,
  answer: AsyncIterable<ModelEvent>,
) => AsyncIterable<ModelEvent>;

/** Sees what one agent does. */
export interface AgentTelemetry {
  /** Each event when it happens. Must not throw. */
  readonly event: (event: AgentEvent) => void;
  readonly request: ObserveRequest;
}

/** Sees what happens in a session, to measure it. None of its functions may throw. */
export interface SessionTelemetry {
  /** `identity` undefined: the main agent. The same object for the same agent. */
  agent(identity: AgentIdentity | undefined): AgentTelemetry;
  /** Reads the events of an agent's engine until `end`. */
  follow(events: Subscription, identity: AgentIdentity | undefined): void;
  /** An event outside all calls, at that time of the clock. The engines of all agents report it, too. */
  announced(event: SessionEvent, time: number): void;
  /** The W3C `traceparent` of a running call, for programs that work on it; of the session, if the call is not known. */
  traceparent(callId: string): string | undefined;
  /** Sends what is left. Awaited when the session ends, so it must take a bounded time; must not reject. */
  end(): Promise<void>;
}

/** Opens the telemetry of a session. Undefined: there is none. Must not reject. */
export type OpenTelemetry = (session: {
  readonly sessionId: string | undefined;
  readonly cwd: string;
}) => Promise<SessionTelemetry | undefined>;
