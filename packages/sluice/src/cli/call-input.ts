import { errorText } from '@sluice/base';
import { isJsonObject, toJsonSchema, getOwn, type AnyTool, type JsonObject } from '@sluice/core';

export type GivenInput =
  /** The whole input, to validate. */
  | { readonly kind: 'json'; readonly json: JsonObject }
  /** One field of it, with sample values for the others: to see what a command or a path would mean. */
  | { readonly kind: 'field'; readonly json: JsonObject }
  | { readonly kind: 'wrong'; readonly message: string };

/** An input as JSON, or as the text of the tool's first required field: its command or its path. */
export function readCallInput(tool: AnyTool, text: string): GivenInput {
  if (text.trimStart().startsWith('{')) {
    try {
      const json: unknown = JSON.parse(text);
      if (isJsonObject(json)) return { kind: 'json', json };
    } catch (error) {
      const message = errorText(error);
      // A command may start with a brace too.
      const field = firstField(tool);
      if (field === undefined || /^\{\s*"/.test(text.trimStart())) {
        return { kind: 'wrong', message: `the input is not JSON: ${message}` };
      }
    }
  }
  const field = firstField(tool);
  if (field === undefined)
    return { kind: 'wrong', message: `the input of ${tool.name} must be a JSON object` };
  return { kind: 'field', json: { [field]: text } };
}

function firstField(tool: AnyTool): string | undefined {
  const schema = toJsonSchema(tool.inputSchema);
  const required = getOwn(schema, 'required');
  const first: unknown = Array.isArray(required) ? required[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}
