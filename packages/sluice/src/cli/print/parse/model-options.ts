import { EFFORTS, TOOL_LOADINGS } from '@sluice/session/agent';
import { parseEngineFlags } from '../../engine-flags.ts';
import { oneOf } from '../../one-of.ts';
import type { PrintValues } from '../print-flags.ts';
import type { PrintOptions } from '../print-options.ts';
import { limitOptions } from './limit-options.ts';
import { invalid, type Parsed } from './parsed.ts';

type ModelOptions = Pick<
  PrintOptions,
  | 'model'
  | 'advisor'
  | 'baseUrl'
  | 'effort'
  | 'toolLoading'
  | 'engine'
  | 'maxTurns'
  | 'maxBudgetUsd'
  | 'jsonSchema'
>;

/** The model, and how much of it is used. */
export function modelOptions(values: PrintValues): Parsed<ModelOptions> {
  const effort = oneOf('--effort', values.effort, EFFORTS);
  if (!effort.ok) return effort;
  const loading = oneOf('--tool-loading', values['tool-loading'], TOOL_LOADINGS);
  if (!loading.ok) return loading;
  const engine = parseEngineFlags(values);
  if (!engine.ok) return engine;
  const baseUrl = values['base-url'];
  if (baseUrl !== undefined && !/^https?:\/\/[^/]/i.test(baseUrl.trim()))
    return invalid('--base-url must start with http:// or https://');
  const limits = limitOptions(values);
  if (!limits.ok) return limits;
  return {
    ok: true,
    value: {
      model: values.model,
      advisor: values.advisor,
      baseUrl,
      effort: effort.value,
      toolLoading: loading.value,
      engine: engine.flags,
      ...limits.value,
      jsonSchema: values['json-schema'],
    },
  };
}
