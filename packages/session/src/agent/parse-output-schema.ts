import { errorText } from '@sluice/base';
import { isJsonObject, type JsonObject } from '@sluice/core';
import { createAjvValidator } from '@sluice/host';

type ParsedSchema =
  | { readonly ok: true; readonly schema: JsonObject }
  | { readonly ok: false; readonly message: string };

/** Parses the JSON Schema of `--json-schema`; it must describe an object and compile. */
export async function parseOutputSchema(text: string): Promise<ParsedSchema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = errorText(error);
    return { ok: false, message: `--json-schema is not valid JSON: ${reason}` };
  }
  if (!isJsonObject(value)) return { ok: false, message: '--json-schema must be a JSON object' };
  if (value['type'] !== 'object') {
    return {
      ok: false,
      message: '--json-schema must have "type": "object" at its root, as every tool input does',
    };
  }
  const problem = await compileProblem(value);
  return problem === undefined
    ? { ok: true, schema: value }
    : { ok: false, message: `--json-schema is not a usable JSON Schema: ${problem}` };
}

async function compileProblem(schema: JsonObject): Promise<string | undefined> {
  try {
    await createAjvValidator().compile(schema);
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
