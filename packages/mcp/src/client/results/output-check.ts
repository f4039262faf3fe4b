import type { JsonObject, SchemaValidator } from '@sluice/core';
import type { McpToolOutput } from './tool-output.ts';

const MAX_ISSUES = 3;

/** A check for each schema that a tool has had, compiled at its first use. */
export function outputChecks(validator: SchemaValidator): (schema: JsonObject | undefined) => OutputCheck {
  const checks = new WeakMap<JsonObject, OutputCheck>();
  return (schema) => {
    if (schema === undefined) return async () => undefined;
    const check = checks.get(schema) ?? outputCheck(schema, validator);
    checks.set(schema, check);
    return check;
  };
}

/** Resolves with a note for the model, or undefined. Never rejects. */
export type OutputCheck = (output: McpToolOutput) => Promise<string | undefined>;

/**
 * Says how results differ from the tool's output schema. They are delivered all the same: what a server did can't be
 * undone, and a model can use an answer whose form is a little off. A schema that can't be compiled, or can't
 * be checked against a result, checks nothing.
 */
function outputCheck(schema: JsonObject, validator: SchemaValidator): OutputCheck {
  let check: ReturnType<SchemaValidator['compile']> | undefined;
  return async ({ structuredContent }) => {
    if (structuredContent === undefined)
      return "Note: the tool's output schema promises structured content, and the result has none.";
    try {
      const issues = (await (check ??= validator.compile(schema)))(structuredContent);
      if (issues.length === 0 || issues.some(({ isUnchecked }) => isUnchecked === true)) return undefined;
      const listed = issues.slice(0, MAX_ISSUES).map(({ message, path }) => {
        const place = path.join('.');
        return place === '' ? message : `${place}: ${message}`;
      });
      const more = issues.length > MAX_ISSUES ? ` (and ${issues.length - MAX_ISSUES} more)` : '';
      return `Note: the structured content doesn't match the tool's output schema: ${listed.join('; ')}${more}.`;
    } catch {
      return undefined;
    }
  };
}
