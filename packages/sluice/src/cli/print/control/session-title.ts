import { titleOf } from '@sluice/agent';
import { getOwn } from '@sluice/core';
import type { ControlAnswer } from './control-answer.ts';

/** The request `rename_session`. */
export function renameSession(
  request: object,
  session: { readonly id: string; readonly rename: (title: string) => void },
): ControlAnswer {
  const [title, meant] = [getOwn(request, 'title'), getOwn(request, 'session_id') ?? session.id];
  if (typeof title !== 'string' || title.trim() === '')
    return { ok: false, error: '"title" must be a text that is not empty.' };
  if (meant !== session.id)
    return { ok: false, error: `This is the session ${session.id}, not ${JSON.stringify(meant)}.` };
  session.rename(title);
  return { ok: true, response: {} };
}

/** The request `generate_session_title`: the first line of the description, as lists of sessions show it. No model is asked. */
export function sessionTitle(request: object, rename: (title: string) => void): ControlAnswer {
  const description = getOwn(request, 'description');
  const title = typeof description === 'string' ? titleOf(description) : undefined;
  if (title === undefined) return { ok: false, error: '"description" must be a text that is not empty.' };
  if (getOwn(request, 'persist') === true) rename(title);
  return { ok: true, response: { title } };
}
