import { DEFAULT_TIMEOUT_S } from '../hook-limits.ts';
import { nearName } from '@sluice/base';
import { isJsonObject, parseRule, type JsonObject } from '@sluice/core';
import { type SettingsProblem } from '@sluice/settings';
import { eventTerms, isToolEvent, type HookEvent } from '../events/event-lookup.ts';
import type { HookFile, JsonPath } from './hook-file.ts';
import type { CommandHandler, HttpHandler } from './hook-handler.ts';
import { readBase, type Guard, type Place } from './read-base.ts';
import { isDelegatedType, readDelegated, readUnavailable, type DelegatedTerms } from './read-delegated.ts';
import { readFields, type Fields } from './read-fields.ts';
import { relativeProgram } from './relative-program.ts';
import { urlProblem } from './url-problem.ts';

type Terms = Omit<CommandHandler, Place> | Omit<HttpHandler, Place> | DelegatedTerms;

const TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

const MEANT_AS_COMMAND = ['cmd', 'run', 'script', 'exec', 'program', 'bash', 'shellCommand'];

/**
 * One entry of `hooks`. Without terms it doesn't run, and a problem says why.
 * @param runs the handler types besides commands and servers that have a runner
 */
export function readHandler(
  file: HookFile,
  path: JsonPath,
  entry: unknown,
  event: HookEvent,
  runs: ReadonlySet<string>,
): { readonly terms: Terms | undefined; readonly problems: SettingsProblem[] } {
  if (!isJsonObject(entry)) {
    const message =
      'This hook is not an object and does not run: write { "type": "command", "command": "…" }.';
    return { terms: undefined, problems: [file.problem(path, 'wrong-value', message)] };
  }
  const fields = readFields(file, path, entry);
  const { problems } = fields;
  const terms = readTerms(fields, entry, event, runs);
  return { terms, problems };
}

function readTerms(
  fields: Fields,
  entry: JsonObject,
  event: HookEvent,
  runs: ReadonlySet<string>,
): Terms | undefined {
  const type = fields.text('type');
  if (type === undefined) {
    if (!Object.hasOwn(entry, 'type')) {
      const hint = Object.hasOwn(entry, 'command') ? 'add "type": "command"' : 'add its "type"';
      fields.fail(undefined, `This hook has no "type" and does not run: ${hint}.`);
    }
    return undefined;
  }
  const condition = readCondition(fields, event);
  if (condition === 'never') return undefined;
  const guard: Guard = {
    condition: condition?.rule,
    onFailure: fields.oneOf('onFailure', ['continue', 'block'], 'block'),
  };
  const { types } = eventTerms(event);
  if (TYPES.includes(type) && types !== undefined && !types.includes(type)) {
    const message = `Hooks of type "${type}" aren't supported for ${event}, so this one never runs: use ${types.join(', ')}.`;
    fields.fail('type', message);
    return undefined;
  }
  // Only a program that talks to this one can have registered it.
  const isCallback = type === 'callback' && runs.has(type);
  if (isDelegatedType(type) && (type !== 'callback' || isCallback))
    return readDelegated(fields, type, guard, event, runs);
  if (type === 'command') return readCommand(fields, guard, event);
  if (type === 'http') return readHttp(fields, guard, event);
  const near = nearName(type, TYPES);
  const hint =
    near === undefined
      ? 'the types are command, http, mcp_tool, prompt and agent.'
      : `did you mean "${near}"?`;
  fields.fail(
    'type',
    `There is no hook type ${JSON.stringify(type.slice(0, 80))}, so this one does not run: ${hint}`,
  );
  return undefined;
}

function readCommand(fields: Fields, guard: Guard, event: HookEvent): Terms | undefined {
  const command = fields.text('command');
  if (command === undefined || command.trim() === '') {
    const stray = command === undefined ? fields.first(MEANT_AS_COMMAND) : undefined;
    if (stray === undefined)
      fields.fail('command', 'This hook has no "command" and does not run: write the command as a text.');
    else
      fields.fail(
        stray,
        `"${stray}" is not a key of hooks, so this one does not run: did you mean "command"?`,
      );
    return undefined;
  }
  const args = fields.texts('args');
  if (args === 'wrong') return undefined;
  const shell = fields.oneOf('shell', ['sh', 'bash', 'powershell'], 'sh');
  if (shell === 'powershell') return readUnavailable(fields, 'shell', 'hooks for PowerShell', guard, event);
  const relative = relativeProgram(command, args);
  if (relative !== undefined) {
    const shown = JSON.stringify(relative.slice(0, 80));
    const message = `${shown} is looked up in the current directory: if a call has changed that, it isn't found, and this hook does nothing. Write ${shownFromRoot(relative, args)}.`;
    fields.fail('command', message);
  }
  const wakes = fields.flag('asyncRewake');
  return {
    kind: 'command',
    ...readBase(fields, guard, event, DEFAULT_TIMEOUT_S),
    command,
    args,
    shell,
    format: fields.oneOf('format', ['sluice', 'gemini'], 'sluice'),
    isAsync: fields.flag('async') || wakes,
    wakes,
  };
}

/** How to name a program of the project so that it is found from everywhere. */
function shownFromRoot(relative: string, args: readonly string[] | undefined): string {
  const path = relative.replace(/^\.\//, '').slice(0, 80);
  return args === undefined ? `"$CLAUDE_PROJECT_DIR"/${path}` : `\${CLAUDE_PROJECT_DIR}/${path}`;
}

function readHttp(fields: Fields, guard: Guard, event: HookEvent): Terms | undefined {
  const url = fields.text('url');
  const problem = url === undefined ? 'it has no "url"' : urlProblem(url, undefined);
  if (url === undefined || problem !== undefined) {
    fields.fail('url', `This hook does not run, because ${problem ?? ''}: write "url": "https://…".`);
    return undefined;
  }
  const variables = fields.texts('allowedEnvVars');
  const headers = fields.record('headers');
  if (variables === 'wrong' || headers === 'wrong') return undefined;
  return {
    kind: 'http',
    ...readBase(fields, guard, event, DEFAULT_TIMEOUT_S),
    url,
    headers: headers ?? [],
    variables: variables ?? [],
  };
}

/** An invalid rule doesn't narrow: it's better that a guard runs once too often. */
function readCondition(fields: Fields, event: HookEvent): { readonly rule: string } | 'never' | undefined {
  const rule = fields.text('if');
  if (rule === undefined) return undefined;
  if (!isToolEvent(event)) {
    fields.fail('if', `"if" is about tools, but "${event}" isn't, so this hook never runs: remove "if".`);
    return 'never';
  }
  const parsed = parseRule(rule);
  if (parsed.ok) return { rule };
  fields.fail(
    'if',
    `This "if" is not a rule (${parsed.problem}), so the hook runs for every call that its matcher matches.`,
  );
  return undefined;
}
