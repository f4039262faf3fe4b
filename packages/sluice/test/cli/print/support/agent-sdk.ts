import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const place = dirname(createRequire(import.meta.url).resolve('@anthropic-ai/claude-agent-sdk'));
const declarations = readFileSync(join(place, 'sdk.d.ts'), 'utf8');

/** What the public types of the Agent SDK declare for the lines between it and its executable. */
function declared(start: string, end: string): string {
  const from = declarations.indexOf(start);
  if (from === -1) throw new Error(`The Agent SDK no longer declares ${start}.`);
  return declarations.slice(from, declarations.indexOf(end, from));
}

/** Requests that go from the executable to the SDK. */
const OURS = ['can_use_tool', 'elicitation', 'request_user_dialog', 'hook_callback'];

/** The subtypes of control requests that the SDK may send. */
export const CONTROL_REQUESTS: readonly string[] = [
  ...declarations.matchAll(/declare type SDKControl\w+Request = \{[\s\S]*?subtype: '(\w+)'[\s\S]*?\n\};/g),
]
  .map(([, subtype = '']) => subtype)
  .filter((subtype) => !OURS.includes(subtype));

const fieldsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name);

/** The fields of `initialize`. */
export const INITIALIZE_FIELDS = fieldsOf(
  declared('declare type SDKControlInitializeRequest = {', '\n};'),
).filter((name) => name !== 'subtype');

/** The options of `query`. */
export const OPTIONS = fieldsOf(declared('declare type Options = {', '\n};'));
