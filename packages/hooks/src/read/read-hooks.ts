import { nearName } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import { limitProblems, type SettingsProblem } from '@sluice/settings';
import { HOOK_EVENTS, isHookEvent, type HookEvent } from '../events/event-lookup.ts';
import type { HookFile, JsonPath } from './hook-file.ts';
import type { HookHandler } from './hook-handler.ts';
import { readHandler } from './read-handler.ts';

interface ReadHooks {
  readonly handlers: readonly HookHandler[];
  readonly problems: readonly SettingsProblem[];
}

/** What is wrong with a matcher, or with an `if` next to it; undefined: no known problem. */
interface Judges {
  readonly ofMatcher: (event: HookEvent, matcher: string) => string | undefined;
  /** Handler types besides commands and servers that have a runner. */
  readonly runs: ReadonlySet<string>;
  readonly ofCondition: (event: HookEvent, matcher: string | undefined, rule: string) => string | undefined;
}

/** The handlers of one file, in order. Invalid ones are reported and dropped; the rest take effect. */
export function readHooks(file: HookFile, judges: Judges): ReadHooks {
  const { value } = file;
  if (!isJsonObject(value)) {
    const message =
      '"hooks" is not an object, so none of these hooks run: write "hooks": { "PreToolUse": [ … ] }.';
    return { handlers: [], problems: [file.problem(['hooks'], 'wrong-value', message)] };
  }
  const read = Object.keys(value).map((event) => readEvent(file, event, getOwn(value, event), judges));
  return {
    handlers: read.flatMap(({ handlers }) => handlers),
    problems: limitProblems(read.flatMap(({ problems }) => problems)),
  };
}

function readEvent(file: HookFile, event: string, value: unknown, judges: Judges): ReadHooks {
  const path = ['hooks', event];
  if (!isHookEvent(event)) return wrong(file, path, 'unknown-event', aboutEvent(event));
  if (!Array.isArray(value)) {
    const message = `"${event}" is not a list, so its hooks do not run: write "${event}": [ { "matcher": "…", "hooks": [ … ] } ].`;
    return wrong(file, path, 'wrong-value', message);
  }
  const groups: readonly unknown[] = value;
  const read = groups.map((group, index) => {
    const at = [...path, index];
    const { handlers, problems } = readGroup(file, event, at, group, judges);
    const matcher = handlers[0]?.matcher;
    const problem = matcher === undefined ? undefined : judges.ofMatcher(event, matcher);
    if (problem === undefined) return { handlers, problems };
    return { handlers, problems: [...problems, file.problem([...at, 'matcher'], 'bad-matcher', problem)] };
  });
  return {
    handlers: read.flatMap(({ handlers }) => handlers),
    problems: read.flatMap(({ problems }) => problems),
  };
}

function aboutEvent(event: string): string {
  const shown = JSON.stringify(event.slice(0, 80));
  const near = nearName(event, HOOK_EVENTS);
  const hint = near === undefined ? 'remove it, or correct its name' : `did you mean "${near}"?`;
  return `There is no hook event ${shown}, so these hooks never run: ${hint}${near === undefined ? '.' : ''}`;
}

function readGroup(
  file: HookFile,
  event: HookEvent,
  path: JsonPath,
  group: unknown,
  { ofCondition, runs }: Judges,
): ReadHooks {
  if (!isJsonObject(group)) {
    const message = `This entry of "${event}" is not an object and does not run: write { "matcher": "…", "hooks": [ … ] }.`;
    return wrong(file, path, 'wrong-value', message);
  }
  const hooks = getOwn(group, 'hooks');
  if (!Array.isArray(hooks)) return wrong(file, path, 'wrong-value', aboutNesting(event, group));
  const matcher = getOwn(group, 'matcher');
  if (matcher !== undefined && matcher !== null && typeof matcher !== 'string') {
    const hint = Array.isArray(matcher) ? 'join the names with |' : 'write a string';
    const message = `This "matcher" is not a string, so its hooks do not run: ${hint}, as in "Edit|Write".`;
    return wrong(file, [...path, 'matcher'], 'wrong-value', message);
  }
  const handlers: HookHandler[] = [];
  const problems = strayKeys(file, path, group);
  const entries: readonly unknown[] = hooks;
  for (const [index, entry] of entries.entries()) {
    const at = [...path, 'hooks', index];
    const read = readHandler(file, at, entry, event, runs);
    problems.push(...read.problems);
    if (read.terms === undefined) continue;
    const text = typeof matcher === 'string' ? matcher : undefined;
    const { condition } = read.terms;
    const problem = condition === undefined ? undefined : ofCondition(event, text, condition);
    if (problem !== undefined) problems.push(file.problem([...at, 'if'], 'bad-matcher', problem));
    handlers.push({ ...read.terms, event, matcher: text, place: file.placeOf(at) });
  }
  return { handlers, problems };
}

function aboutNesting(event: string, group: JsonObject): string {
  const isHandler = Object.hasOwn(group, 'command') || Object.hasOwn(group, 'type');
  const shape = `{ "matcher": "…", "hooks": [ { "type": "command", "command": "…" } ] }`;
  return isHandler
    ? `This hook of "${event}" does not run, because it is one level too high: write ${shape}.`
    : `This entry of "${event}" has no list of "hooks", so nothing runs: write ${shape}.`;
}

/** Keys next to `matcher` and `hooks` that were meant for one of them, or for a handler. */
function strayKeys(file: HookFile, path: JsonPath, group: JsonObject): SettingsProblem[] {
  return Object.keys(group).flatMap((key) => {
    if (key === 'matcher' || key === 'hooks') return [];
    const near = nearName(key, ['matcher', 'hooks']);
    const isOfHandler = ['command', 'type', 'timeout', 'if', 'args', 'url', 'prompt', 'onFailure'].includes(
      key,
    );
    if (near === undefined && !isOfHandler) return [];
    const hint = isOfHandler ? 'write it inside an entry of "hooks"' : `did you mean "${near}"?`;
    const message = `"${key.slice(0, 80)}" has no effect here: ${hint}${isOfHandler ? '.' : ''}`;
    return [file.problem([...path, key], 'unknown-key', message)];
  });
}

function wrong(file: HookFile, path: JsonPath, code: SettingsProblem['code'], message: string): ReadHooks {
  return { handlers: [], problems: [file.problem(path, code, message)] };
}
