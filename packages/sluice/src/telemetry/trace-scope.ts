import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import type { SessionMetrics } from './session-metrics.ts';

/** What the spans of a session share. */
export interface TraceScope {
  readonly metrics: SessionMetrics;
  /** Prompts, answers, inputs and results go along. */
  readonly hasContent: boolean;
  /** @param options `startTime` in milliseconds since 1970. Default: now. */
  start(
    name: string,
    parent: Span | undefined,
    attributes: Attributes,
    options?: { readonly kind?: SpanKind; readonly startTime?: number },
  ): Span;
}
