import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { titleOf } from '@sluice/agent';
import { errorCode, errorText } from '@sluice/base';
import { getOwn, isJsonObject } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { BackgroundTask } from '@sluice/tools';

type Answer =
  | { readonly ok: true; readonly response: object }
  | { readonly ok: false; readonly error: string };

/** Bytes of a task's output that a client gets: its end. */
const TAIL_BYTES = 8 * 1024;

/**
 * The request `get_settings`: what applies, each file as it is, highest precedence first, and what the session now uses. Keys that a
 * repository may not set, or not before it is trusted, are not among what applies.
 */
export async function settingsAnswer(loaded: LoadedSettings, model: string): Promise<object> {
  const { keysToShow } = await import('../../settings/show/keys-to-show.ts');
  const shown = keysToShow(loaded, []);
  const effective = {};
  for (const key of shown.ok ? shown.keys : []) {
    const value = loaded.setting(key)?.value;
    if (value !== undefined) put(effective, key.split('.'), value);
  }
  return {
    effective,
    sources: loaded.layers.map(({ source, value }) => ({
      source: SOURCES[source] ?? source,
      settings: value,
    })),
    applied: { model },
  };
}

/** As clients call them. */
const SOURCES: Readonly<Record<string, string>> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  policy: 'policySettings',
  managed: 'policySettings',
  flag: 'flagSettings',
  cliArg: 'flagSettings',
};

function put(into: object, path: readonly string[], value: unknown): void {
  let at = into;
  for (const name of path.slice(0, -1)) {
    const next = getOwn(at, name);
    const inner = isJsonObject(next) ? next : {};
    Object.defineProperty(at, name, { value: inner, enumerable: true, configurable: true, writable: true });
    at = inner;
  }
  const name = path.at(-1) ?? '';
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The request `rename_session`. */
export function renameSession(
  request: object,
  session: { readonly id: string; readonly rename: (title: string) => void },
): Answer {
  const [title, meant] = [getOwn(request, 'title'), getOwn(request, 'session_id') ?? session.id];
  if (typeof title !== 'string' || title.trim() === '')
    return { ok: false, error: '"title" must be a text that is not empty.' };
  if (meant !== session.id)
    return { ok: false, error: `This is the session ${session.id}, not ${JSON.stringify(meant)}.` };
  session.rename(title);
  return { ok: true, response: {} };
}

/** The request `generate_session_title`: the first line of the description, as lists of sessions show it. No model is asked. */
export function sessionTitle(request: object, rename: (title: string) => void): Answer {
  const description = getOwn(request, 'description');
  const title = typeof description === 'string' ? titleOf(description) : undefined;
  if (title === undefined) return { ok: false, error: '"description" must be a text that is not empty.' };
  if (getOwn(request, 'persist') === true) rename(title);
  return { ok: true, response: { title } };
}

/** The request `get_task_output`: the end of what a background task has printed. */
export function taskOutput(
  request: object,
  tasks: { get(id: string): Pick<BackgroundTask, 'outputPath'> | undefined },
): Answer {
  const id = getOwn(request, 'task_id');
  const task = typeof id === 'string' ? tasks.get(id) : undefined;
  if (task === undefined) return { ok: false, error: `There is no task ${JSON.stringify(id)}.` };
  try {
    const file = openSync(task.outputPath, 'r');
    try {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const length = readSync(file, tail, 0, tail.length, size - tail.length);
      const output = tail.toString('utf8', firstWhole(tail, size > tail.length), length);
      return { ok: true, response: { output, total_bytes: size, truncated: size > TAIL_BYTES } };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT')
      return { ok: true, response: { output: '', total_bytes: 0, truncated: false } };
    return { ok: false, error: `The output of the task can't be read: ${errorText(error)}` };
  }
}

/** Where the first whole character of a cut text begins. */
function firstWhole(bytes: Buffer, isCut: boolean): number {
  let at = 0;
  while (isCut && at < 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}
