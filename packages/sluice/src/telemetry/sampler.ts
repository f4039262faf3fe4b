import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';

/** The sampler of `OTEL_TRACES_SAMPLER`. Default, and for an unknown one: `parentbased_always_on`. */
export function samplerOf(env: Readonly<Record<string, string | undefined>>): Sampler {
  const [, isParentBased, name] =
    /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(env['OTEL_TRACES_SAMPLER'] ?? '') ?? [];
  const root =
    name === 'always_off'
      ? new AlwaysOffSampler()
      : name === 'traceidratio'
        ? new TraceIdRatioBasedSampler(ratio(env['OTEL_TRACES_SAMPLER_ARG']))
        : new AlwaysOnSampler();
  return name !== undefined && isParentBased === undefined ? root : new ParentBasedSampler({ root });
}

function ratio(text: string | undefined): number {
  const value = Number(text ?? '1');
  return value >= 0 && value <= 1 ? value : 1;
}
