import type { CallResult } from '@sluice/core';
import { toText } from '../results/to-text.ts';

/** The output of a tool, as the application and its user interface see it. */
export interface ToolOutput {
  readonly text: string;
  readonly isError: boolean;
  /** `ok`, `denied`, `tool-error`, … */
  readonly code: string;
  readonly content: CallResult['content'];
}

export function outputOf(result: CallResult): ToolOutput {
  const { isError, code, content } = result;
  return { text: toText(result), isError, code, content };
}

/**
 * An output that comes back from the application's store is data of its own.
 * @param isError whether something else than such an output is an error
 */
export function asOutput(output: unknown, isError: boolean): Pick<ToolOutput, 'content' | 'isError'> {
  if (isOutput(output)) return output;
  return { content: [{ type: 'text', text: JSON.stringify(output) ?? '' }], isError };
}

function isOutput(output: unknown): output is ToolOutput {
  return (
    typeof output === 'object' &&
    output !== null &&
    'content' in output &&
    Array.isArray(output.content) &&
    'isError' in output
  );
}
