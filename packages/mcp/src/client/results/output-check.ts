import type { JsonObject, SchemaValidator } from '@sluice/core';
import type { McpToolOutput } from './tool-output.ts';

const MAX_ISSUES = 3;

/**
 * Says how results differ from the tool's output schema. They are delivered all the same: what a server did can't be
 * undone, and a model can use an answer whose form is a little off. A schema that can't be compiled checks nothing.
 */
export function outputCheck(
  schema: JsonObject | undefined,
  validator: SchemaValidator,
): (output: McpToolOutput) => Promise<string | undefined> {
  if (schema === undefined) return async () => undefined;
  let check: ReturnType<SchemaValidator['compile']> | undefined;
  return async ({ structuredContent }) => {
    if (structuredContent === undefined)
      return "Note: the tool's output schema promises structured content, and the result has none.";
    try {
      const issues = (await (check ??= validator.compile(schema)))(structuredContent);
      if (issues.length === 0) return undefined;
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
