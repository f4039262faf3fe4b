import { present } from '@sluice/base';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { SessionTelemetry } from '@sluice/session';
import { samplerOf } from './sampler.ts';
import { sessionMetrics } from './session-metrics.ts';
import { SessionTrace } from './session-trace.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

interface TelemetryOptions {
  readonly settings: TelemetrySettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sessionId: string | undefined;
  readonly version: string | undefined;
  /** Some of it could not be sent in time: something of it may still be running. */
  readonly onUnsent: () => void;
}

/** How long an exit waits for the receiver. */
const MAX_END_MS = 1000;

/** Measures a session with OpenTelemetry; the exporters read their standard variables themselves. */
export async function openSessionTelemetry(options: TelemetryOptions): Promise<SessionTelemetry> {
  const { settings, env, sessionId, version, onUnsent } = options;
  const own = { 'service.name': 'sluice', ...present({ 'service.version': version }) };
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
  const [spans, metrics] = await Promise.all([spanExporter(settings), metricExporter(settings)]);
  const tracers = new TracerProvider({
    resource,
    sampler: samplerOf(env),
    spanProcessors:
      spans === undefined
        ? []
        : [
            new BatchSpanProcessor({
              exporter: spans,
              scheduledDelayMillis: milliseconds(env['OTEL_BSP_SCHEDULE_DELAY'], 5000),
            }),
          ],
  });
  const meters = new MeterProvider({
    resource,
    readers: metrics === undefined ? [] : [metricReader(metrics, env)],
  });
  const trace = new SessionTrace({
    tracer: tracers.getTracer('sluice', version),
    metrics: sessionMetrics(meters.getMeter('sluice', version)),
    hasContent: settings.hasContent,
    sessionId,
    traceparent: env['TRACEPARENT'],
  });
  return {
    agent: (identity) => trace.agent(identity),
    follow: (events, identity) => trace.follow(events, identity),
    announced: (event, time) => trace.announced(event, time),
    traceparent: (callId) => trace.traceparent(callId),
    async end() {
      await trace.end();
      const sent = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      if (!(await within(sent, MAX_END_MS))) onUnsent();
    },
  };
}

async function spanExporter({ traces }: TelemetrySettings): Promise<SpanExporter | undefined> {
  if (traces === undefined) return undefined;
  const { OTLPTraceExporter } = await (traces === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter();
}

async function metricExporter({ metrics }: TelemetrySettings): Promise<PushMetricExporter | undefined> {
  if (metrics === undefined) return undefined;
  const { OTLPMetricExporter } = await (metrics === 'http/json'
    ? import('@opentelemetry/exporter-metrics-otlp-http')
    : import('@opentelemetry/exporter-metrics-otlp-proto'));
  return new OTLPMetricExporter();
}

function metricReader(
  exporter: PushMetricExporter,
  env: Readonly<Record<string, string | undefined>>,
): PeriodicExportingMetricReader {
  const exportIntervalMillis = milliseconds(env['OTEL_METRIC_EXPORT_INTERVAL'], 60_000);
  return new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
  });
}

function milliseconds(text: string | undefined, otherwise: number): number {
  const value = Number(text);
  return text !== undefined && Number.isSafeInteger(value) && value > 0 ? value : otherwise;
}

/** False: it took longer. */
async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  const isDone = await Promise.race([work.then(() => true), promise]);
  clearTimeout(timer);
  return isDone;
}
