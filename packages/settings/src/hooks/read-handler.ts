import { isJsonObject, parseRule, type JsonObject } from '@sluice/core';
import { nearName } from '../permission/near-name.ts';
import type { SettingsProblem } from '../problem.ts';
import { TOOL_EVENTS } from './hook-events.ts';
import type { HookFile, JsonPath } from './hook-file.ts';
import type { CommandHandler, UnavailableHandler } from './hook-handler.ts';
import { readFields, type Fields } from './read-fields.ts';

type Place = 'event' | 'matcher' | 'place';
type Terms = Omit<CommandHandler, Place> | Omit<UnavailableHandler, Place>;

/** Types of handlers that are known, and that nothing runs yet. */
const LATER = new Set(['http', 'mcp_tool', 'prompt', 'agent']);

const DEFAULT_TIMEOUT_MS = 600_000;

/** One entry of `hooks`; without terms it does not run, and a problem says why. */
export function readHandler(
  file: HookFile,
  path: JsonPath,
  entry: unknown,
  event: string,
): { readonly terms: Terms | undefined; readonly problems: SettingsProblem[] } {
  if (!isJsonObject(entry)) {
    const message =
      'This hook is not an object and does not run: write { "type": "command", "command": "…" }.';
    return { terms: undefined, problems: [file.problem(path, 'wrong-value', message)] };
  }
  const fields = readFields(file, path, entry);
  const { problems } = fields;
  const terms = readTerms(fields, entry, event);
  return { terms, problems };
}

function readTerms(fields: Fields, entry: JsonObject, event: string): Terms | undefined {
  const type = fields.text('type');
  if (type === undefined) {
    if (!Object.hasOwn(entry, 'type')) {
      const hint = Object.hasOwn(entry, 'command') ? 'add "type": "command"' : 'add its "type"';
      fields.fail(undefined, `This hook has no "type" and does not run: ${hint}.`);
    }
    return undefined;
  }
  const base = {
    condition: readCondition(fields, event),
    onFailure: fields.oneOf('onFailure', ['continue', 'block'], 'block'),
  };
  if (LATER.has(type)) {
    const what = `hooks of type "${type}"`;
    fields.later('type', `${capital(what)} can't run yet. ${consequence(event)}`);
    return { kind: 'unavailable', what, ...base };
  }
  if (type !== 'command') {
    const near = nearName(type, ['command', ...LATER]);
    const hint =
      near === undefined
        ? 'the types are command, http, mcp_tool, prompt and agent.'
        : `did you mean "${near}"?`;
    fields.fail(
      'type',
      `There is no type of hook ${JSON.stringify(type.slice(0, 80))}, so this one does not run: ${hint}`,
    );
    return undefined;
  }
  return readCommand(fields, base, event);
}

function readCommand(
  fields: Fields,
  base: Pick<CommandHandler, 'condition' | 'onFailure'>,
  event: string,
): Terms | undefined {
  const command = fields.text('command');
  if (command === undefined || command.trim() === '') {
    fields.fail('command', 'This hook has no "command" and does not run: write the command as a text.');
    return undefined;
  }
  const args = fields.texts('args');
  if (args === 'wrong') return undefined;
  const shell = fields.oneOf('shell', ['sh', 'bash', 'powershell'], 'sh');
  if (shell === 'powershell') {
    const what = 'hooks for PowerShell';
    fields.later('shell', `${capital(what)} can't run here. ${consequence(event)}`);
    return { kind: 'unavailable', what, ...base };
  }
  const wakes = fields.flag('asyncRewake');
  if (wakes)
    fields.later('asyncRewake', 'This hook runs in the background, and its exit code 2 wakes nobody yet.');
  const seconds = fields.positive('timeout');
  return {
    kind: 'command',
    ...base,
    command,
    args,
    shell,
    timeoutMs: seconds === undefined ? DEFAULT_TIMEOUT_MS : seconds * 1000,
    onTimeout: fields.oneOf('onTimeout', ['continue', 'deny'], 'deny'),
    isAsync: fields.flag('async') || wakes,
    isOnce: fields.flag('once'),
    hasNoEffects: fields.text('effects') === 'none',
  };
}

/** A rule that can't be read narrows nothing: a hook that guards is better run once too often. */
function readCondition(fields: Fields, event: string): string | undefined {
  const rule = fields.text('if');
  if (rule === undefined) return undefined;
  if (!TOOL_EVENTS.has(event)) {
    fields.fail(
      'if',
      `"if" is about tools, and "${event}" is about none, so this hook never runs: take "if" out.`,
    );
    return undefined;
  }
  const parsed = parseRule(rule);
  if (parsed.ok) return rule;
  fields.fail(
    'if',
    `This "if" is not a rule (${parsed.problem}), so the hook runs at every call that its matcher takes.`,
  );
  return undefined;
}

function consequence(event: string): string {
  return event === 'PreToolUse'
    ? 'As nobody knows what it would forbid, each call that it matches is asked about: take it out, or make it a command.'
    : 'It is passed over: take it out, or make it a command.';
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
