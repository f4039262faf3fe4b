import { lostOutcome, readText } from '../../journal/conversation.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { isSameCall } from '../../engine/resumption.ts';
import type { Call } from '../../engine/call.ts';
import { isReadOnlyByName, receiveJournaled } from './receive-journaled.ts';
import { inputText, openCall, receive, type Incoming } from './receive.ts';
import { settle } from '../settle/settle.ts';

/**
 * A call fed to a resumed session that is not at its place in the journal. It may already have got a result as one that no one had fed
 * again. If lines are lost, the journal may have it elsewhere, since its message's first line may be lost; or every line about it is
 * lost: then it is treated as started.
 */
export function receiveUnknown(engine: Engine, group: Group, incoming: Incoming): Call | Promise<Call> {
  const { remaining, isJournalDamaged } = engine.resume;
  const { id, name } = incoming;
  const known = isJournalDamaged ? remaining?.callsOf(id, name) : remaining?.recoveredOf(id, name);
  if ((known === undefined || known.length === 0) && engine.resume.lostLines === 0)
    return receive(engine, group, incoming);
  return receiveAgain(engine, group, incoming);
}

async function receiveAgain(engine: Engine, group: Group, incoming: Incoming): Promise<Call> {
  const { remaining, isJournalDamaged } = engine.resume;
  const { id, name } = incoming;
  const known = isJournalDamaged ? remaining?.callsOf(id, name) : remaining?.recoveredOf(id, name);
  for (const journaled of known ?? []) {
    const text = await readText(journaled.input, engine.ports.store);
    if (text !== undefined && !isSameCall(journaled, name, incoming.input, text)) continue;
    remaining?.forgetRecovered(journaled);
    return receiveJournaled(engine, group, incoming, journaled, true);
  }
  if (engine.resume.lostLines === 0 || isReadOnlyByName(engine, name))
    return receive(engine, group, incoming);
  engine.resume.lostLines -= 1;
  const input = await engine.ports.journal.text(inputText(incoming.input));
  const call = openCall(engine, group, incoming, 0, input);
  settle(engine, call, lostOutcome({ started: { isIdempotent: false, isReadOnly: false } }));
  return call;
}
