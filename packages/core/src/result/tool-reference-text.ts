import type { ToolReferenceBlock } from '../data/content.ts';

/** The definition of a tool as text, for a model API without tool references. */
export function toolReferenceText({
  tool_name: name,
  description,
  input_schema: schema,
}: ToolReferenceBlock): string {
  return `Tool ${name}\n${description}\nInput schema: ${JSON.stringify(schema)}`;
}
