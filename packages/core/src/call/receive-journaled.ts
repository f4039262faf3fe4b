import { readText } from '../journal/conversation.ts';
import { parseContent } from '../journal/parse-content.ts';
import type { JournaledCall } from '../journal/session.ts';
import type { Engine } from '../run/engine.ts';
import type { Group } from '../run/group.ts';
import { isSameCall } from '../run/resumption.ts';
import { textLength } from '../result/content.ts';
import type { Call } from './call.ts';
import type { Outcome } from './outcome.ts';
import { openCall, receive, type Incoming } from './receive.ts';
import { recordOf } from './record-of.ts';
import { complete, settle, textResult } from './settle.ts';

/**
 * A call that the journal knows: its result is the journaled one; without one, what may be run again is, and the rest
 * says that its outcome is unknown. A call that had not been started is run only when the program feeds it again.
 * @param isFedAgain false when the journal alone brings it back
 */
export async function receiveJournaled(
  engine: Engine,
  group: Group,
  incoming: Incoming,
  journaled: JournaledCall,
  isFedAgain: boolean,
): Promise<Call> {
  const inputText = await readText(journaled.input, engine.store);
  if (isFedAgain && !isSameCall(journaled, incoming.name, incoming.input, inputText)) {
    return receive(engine, group, incoming);
  }
  const { settled, started } = journaled;
  if (settled === undefined) {
    const mayRun = started === undefined ? isFedAgain || isReadOnly(engine, journaled) : started.isIdempotent;
    if (mayRun) return receive(engine, group, incoming);
    const call = openCall(engine, group, incoming, inputText?.length ?? 0, journaled.input);
    settle(engine, call, { code: 'outcome-unknown', started: started !== undefined });
    return call;
  }
  const call = openCall(engine, group, incoming, inputText?.length ?? 0, journaled.input, { isKnown: true });
  const content = parseContent(await readText(settled.content, engine.store));
  const shown = content ?? '(The result of this call could not be read back.)';
  complete(
    engine,
    call,
    {
      ...textResult(engine, call, journaledOutcome(settled.outcome), ''),
      content: shown,
      isError: settled.isError,
      record: recordOf(engine, call, textLength(shown), undefined),
    },
    settled.content,
    { isKnown: true },
  );
  return call;
}

/** The tool is asked only by name and kind: a journaled input that no longer parses is not run. */
function isReadOnly(engine: Engine, journaled: JournaledCall): boolean {
  // Calls with effects write `started` before they begin, so one without it has had none; it is left to the model to
  // make it again, unless it changes nothing anyway.
  const tool = engine.pool.find(journaled.name);
  if (tool === undefined) return false;
  try {
    return tool.isReadOnly({});
  } catch {
    return false;
  }
}

/** The journal keeps an outcome's code; its fields are told by the content. */
function journaledOutcome(code: string): Outcome {
  if (code === 'ok') return { code };
  return { code: 'tool-error', errorCode: code, message: `The call had ended before: ${code}.` };
}
