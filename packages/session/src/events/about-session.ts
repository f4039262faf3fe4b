import { errorText } from '@sluice/base';
import type { LoadedSettings } from '@sluice/settings';
import type { EventFields } from '@sluice/hooks';

/** What hooks of SessionStart are told of a session that only those who open it know. */
export interface SessionFacts {
  /** It is a copy of another one, which it goes on with. */
  readonly isFork?: boolean;
  readonly model?: string;
  readonly title?: string;
}

export type AboutSession = (settings: LoadedSettings) => SessionFacts | Promise<SessionFacts>;

/** The facts as hooks read them. Never rejects: of whoever throws nothing is known but that. */
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
