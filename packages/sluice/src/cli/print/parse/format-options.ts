import { oneOf } from '../../one-of.ts';
import { INPUTS, OUTPUTS, type PrintValues } from '../print-flags.ts';
import type { PrintOptions } from '../print-options.ts';
import { invalid, type Parsed } from './parsed.ts';

export type FormatOptions = Pick<PrintOptions, 'prompt' | 'inputFormat' | 'outputFormat'>;

/** Where the prompt comes from, and in which form the answer is written. */
export function formatOptions(
  values: PrintValues,
  positionals: readonly string[],
  prompts: PrintOptions['prompts'],
): Parsed<FormatOptions> {
  const input = oneOf('--input-format', values['input-format'], INPUTS);
  if (!input.ok) return input;
  const output = oneOf('--output-format', values['output-format'], OUTPUTS);
  if (!output.ok) return output;
  if (positionals.length > 1)
    return invalid(
      `the prompt is one argument; got ${positionals.length}: quote it${takesRules(values) ? ', and separate rules with commas' : ''}`,
    );
  const isStream = input.value === 'stream-json';
  if (isStream && positionals.length > 0)
    return invalid('with --input-format stream-json the prompt comes on standard input: leave it out');
  if (isStream && output.value !== 'stream-json')
    return invalid('--input-format stream-json needs --output-format stream-json');
  if (prompts === 'stdio' && output.value !== 'stream-json')
    return invalid(
      "--permission-prompts stdio needs --output-format stream-json: other formats can't include the questions",
    );
  const [prompt] = positionals;
  return {
    ok: true,
    value: { prompt, inputFormat: input.value ?? 'text', outputFormat: output.value ?? 'text' },
  };
}

function takesRules(values: object): boolean {
  return ['allowed-tools', 'allowedTools', 'disallowed-tools', 'disallowedTools', 'tools'].some((name) =>
    Object.hasOwn(values, name),
  );
}
