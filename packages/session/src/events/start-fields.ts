import { errorText, present } from '@sluice/base';
import type { EventFields } from '@sluice/hooks';
import type { SessionFacts } from '../options/about-session.ts';

/** The facts in the form that hooks read. Never rejects: an error becomes part of the facts. */
export async function startFields(
  source: 'startup' | 'resume',
  about: () => SessionFacts | Promise<SessionFacts>,
  tell: (text: string) => void,
): Promise<EventFields['SessionStart']> {
  try {
    const { isFork = false, isCleared = false, model, title } = await about();
    return {
      source: isFork ? 'fork' : isCleared ? 'clear' : source,
      ...present({ model, session_title: title }),
    };
  } catch (error) {
    const message = errorText(error);
    tell(
      `SessionStart hooks receive less information about the session, because the option aboutSession threw: ${message}`,
    );
    return { source };
  }
}
