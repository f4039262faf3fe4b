type Environment = Readonly<Record<string, string | undefined>>;

export const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

type Protocol = (typeof PROTOCOLS)[number];

/** What a person has set up with the variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** Undefined: none are sent. */
  readonly traces: Protocol | undefined;
  readonly metrics: Protocol | undefined;
  /** Prompts, answers, inputs and results go along. */
  readonly hasContent: boolean;
  /** What can't be used, one sentence each, for the user. */
  readonly problems: readonly string[];
}

const SWITCHES = ['SLUICE_ENABLE_TELEMETRY', 'CLAUDE_CODE_ENABLE_TELEMETRY'];
const CONTENT = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
const SIGNALS = ['TRACES', 'METRICS'] as const;
/** Any of them says where to send something, and so switches telemetry on. */
const REASONS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  ...SIGNALS.flatMap((signal) => [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, `OTEL_${signal}_EXPORTER`]),
];

/** Reads the environment of the process; settings files can't redirect what is sent. Undefined: nothing is set up. */
export function readTelemetrySettings(env: Environment): TelemetrySettings | undefined {
  const word = (name: string): string => (env[name] ?? '').trim();
  const switched = SWITCHES.map(word).find((value) => value !== '');
  if (isTrue(word('OTEL_SDK_DISABLED')) || (switched !== undefined && !isTrue(switched))) return undefined;
  if (switched === undefined && REASONS.every((name) => word(name) === '')) return undefined;
  const problems: string[] = [];
  const of = (signal: (typeof SIGNALS)[number]): Protocol | undefined => {
    const exporter = `OTEL_${signal}_EXPORTER`;
    const names = word(exporter)
      .split(',')
      .map((name) => name.trim());
    const isWanted = names.some((name) => name === 'otlp' || name === '');
    const unknown = names.filter((name) => !['otlp', 'none', ''].includes(name));
    if (unknown.length > 0)
      problems.push(`${exporter}: "${unknown.join(', ')}" is not supported. Use otlp or none.`);
    if (!isWanted) return undefined;
    for (const name of [`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, 'OTEL_EXPORTER_OTLP_ENDPOINT']) {
      if (word(name) === '') continue;
      if (isWebAddress(word(name))) break;
      problems.push(`${name}: "${word(name)}" is not a web address. Use one like http://localhost:4318.`);
      return undefined;
    }
    const place = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
    const chosen = word(place) === '' ? 'OTEL_EXPORTER_OTLP_PROTOCOL' : place;
    const protocol = PROTOCOLS.find((one) => one === (word(chosen) || PROTOCOLS[0]));
    if (protocol === undefined)
      problems.push(`${chosen}: "${word(chosen)}" is not supported. Use ${PROTOCOLS.join(' or ')}.`);
    return protocol;
  };
  const [traces, metrics] = SIGNALS.map(of);
  return { traces, metrics, hasContent: isTrue(word(CONTENT)), problems: [...new Set(problems)] };
}

function isTrue(value: string): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value.toLowerCase());
}

function isWebAddress(value: string): boolean {
  return /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}
