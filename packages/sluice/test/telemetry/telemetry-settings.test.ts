import { expect, test } from 'vitest';
import { readTelemetrySettings } from '../../src/telemetry/telemetry-settings.ts';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const HERE = 'http://localhost:4318';
const PROTOBUF = 'http/protobuf';

test.each([
  ['nothing is set', {}],
  ['the address is empty', { [ENDPOINT]: ' ' }],
  ['OpenTelemetry is disabled', { [ENDPOINT]: HERE, OTEL_SDK_DISABLED: 'true' }],
  ['telemetry is switched off', { [ENDPOINT]: HERE, CLAUDE_CODE_ENABLE_TELEMETRY: '0' }],
  [
    'only variables that say how are set',
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'x' },
  ],
])('there is none if %s', (_case, env) => {
  expect(readTelemetrySettings(env)).toBeUndefined();
});

test.each([
  ['an address', { [ENDPOINT]: HERE }, PROTOBUF, PROTOBUF],
  ['the switch', { CLAUDE_CODE_ENABLE_TELEMETRY: '1' }, PROTOBUF, PROTOBUF],
  [
    'one exporter alone',
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_METRICS_EXPORTER: 'none' },
    PROTOBUF,
    undefined,
  ],
  [
    'a protocol of its own for one signal',
    { [ENDPOINT]: HERE, OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/json' },
    PROTOBUF,
    'http/json',
  ],
])('%s switches it on, without content', (_case, env, traces, metrics) => {
  expect(readTelemetrySettings(env)).toEqual({ traces, metrics, hasContent: false, problems: [] });
});

test.each([
  [
    { [ENDPOINT]: 'localhost:4318' },
    `${ENDPOINT}: "localhost:4318" is not a web address. Use one like ${HERE}.`,
  ],
  [
    { [ENDPOINT]: HERE, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not supported. Use http/protobuf or http/json.',
  ],
])('what can not be used is reported once: %j', (env, problem) => {
  expect(readTelemetrySettings(env)).toEqual({
    ...{ traces: undefined, metrics: undefined, hasContent: false },
    problems: [problem],
  });
});

test('another exporter is reported, and nothing is sent in its place', () => {
  const found = readTelemetrySettings({ OTEL_TRACES_EXPORTER: 'console' });
  expect(found?.traces).toBeUndefined();
  expect(found?.problems).toEqual(['OTEL_TRACES_EXPORTER: "console" is not supported. Use otlp or none.']);
});

test('content goes along only by its own switch', () => {
  const name = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
  expect(readTelemetrySettings({ [ENDPOINT]: HERE, [name]: 'true' })?.hasContent).toBe(true);
  expect(readTelemetrySettings({ [ENDPOINT]: HERE, [name]: 'false' })?.hasContent).toBe(false);
});
