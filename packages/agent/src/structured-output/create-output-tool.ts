import { defineTool, type AnyTool, type JsonObject } from '@sluice/core';

export interface StructuredOutput {
  readonly tool: AnyTool;
  /** What the model gave first; a later call changes nothing. */
  taken(): { readonly value: unknown } | undefined;
  /** Requires a new answer; earlier values no longer apply. */
  clear(): void;
  readonly toolName: string;
}

/** The tool's name for the model. */
const OUTPUT_TOOL = 'StructuredOutput';

/**
 * The `StructuredOutput` tool: takes the model's answer in the form that the caller requires. An answer that
 * does not match the schema is returned to the model like any invalid input.
 * @param schema JSON Schema of an object
 */
export function createOutputTool(schema: JsonObject): StructuredOutput {
  let output: { readonly value: unknown } | undefined;
  return {
    tool: defineTool<JsonObject, JsonObject>({
      name: OUTPUT_TOOL,
      description:
        'Submits your answer in the requested format. Call it once, when you are done, with the complete answer; the user sees nothing else.',
      inputSchema: schema,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      checkPermissions: () => ({ behavior: 'allow' }),
      call(input) {
        output ??= { value: input };
        return Promise.resolve({ data: input });
      },
      toModel: (given) =>
        JSON.stringify(given) === JSON.stringify(output?.value)
          ? 'Your answer was accepted.'
          : 'An answer was already accepted; this one was ignored. End your turn.',
      summarize: () => 'Submit the answer',
    }),
    taken: () => output,
    clear() {
      output = undefined;
    },
    toolName: OUTPUT_TOOL,
  };
}
