import { defineTool, type AnyTool, type JsonObject } from '@sluice/core';

export interface StructuredOutput {
  readonly tool: AnyTool;
  /** What the model has given; the last one counts. */
  taken(): { readonly value: unknown } | undefined;
  /** Another answer is owed: what was given before does not count for it. */
  clear(): void;
}

/** The name under which the model finds it. */
export const OUTPUT_TOOL = 'StructuredOutput';

/**
 * The `StructuredOutput` tool: takes the model's answer in the form that the caller has asked for. What does not fit the schema
 * comes back to the model as any invalid input does.
 * @param schema JSON Schema of an object
 */
export function createOutputTool(schema: JsonObject): StructuredOutput {
  let output: { readonly value: unknown } | undefined;
  return {
    tool: defineTool<JsonObject, JsonObject>({
      name: OUTPUT_TOOL,
      description:
        'Gives your answer in the form that was asked for. Call it once, at the end of the work, with the whole answer; the user sees nothing else.',
      inputSchema: schema,
      isReadOnly: true,
      isConcurrencySafe: true,
      claims: () => [],
      checkPermissions: () => ({ behavior: 'allow' }),
      call(input) {
        output = { value: input };
        return Promise.resolve({ data: input });
      },
      toModel: () => 'Your answer has been taken.',
      summarize: () => 'Give the answer',
    }),
    taken: () => output,
    clear() {
      output = undefined;
    },
  };
}
