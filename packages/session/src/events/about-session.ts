import { errorText } from '@sluice/base';
import type { LoadedSettings } from '@sluice/settings';
import type { EventFields } from '@sluice/hooks';

/** Facts for SessionStart hooks that only the opener of the session knows. */
export interface SessionFacts {
  /** It is a copy of another session. */
  readonly isFork?: boolean;
  readonly model?: string;
  readonly title?: string;
}

export type AboutSession = (settings: LoadedSettings) => SessionFacts | Promise<SessionFacts>;

/** The facts in the form that hooks read. Never rejects: an error becomes part of the facts. */
export async function startFields(
  source: 'startup' | 'resume',
  about: () => SessionFacts | Promise<SessionFacts>,
  tell: (text: string) => void,
): Promise<EventFields['SessionStart']> {
  try {
    const { isFork = false, model, title } = await about();
    return {
      source: isFork ? 'fork' : source,
      ...(model !== undefined && { model }),
      ...(title !== undefined && { session_title: title }),
    };
  } catch (error) {
    const message = errorText(error);
    tell(`Hooks of SessionStart are told less of the session, for the option aboutSession threw: ${message}`);
    return { source };
  }
}
