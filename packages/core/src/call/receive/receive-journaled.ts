import { lostOutcome, readText } from '../../journal/conversation.ts';
import { parseContent } from '../../journal/parse-content.ts';
import { parseSpoken } from '../../journal/parse-spoken.ts';
import type { JournaledCall } from '../../journal/session.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { isSameCall } from '../../engine/resumption.ts';
import { textLength, textOf } from '../../result/content.ts';
import { parseInput } from '../../input/parse-input.ts';
import type { Call } from '../../engine/call.ts';
import { adopt } from '../change-input.ts';
import { journaledOutcome } from '../../outcome/outcome-detail.ts';
import { openCall, receive, type Incoming } from './receive.ts';
import { recordOf } from '../settle/record-of.ts';
import { complete, settle, textResult } from '../settle/settle.ts';

/**
 * A call that the journal knows: its result is the journaled one; without one, what may be run again is, and the rest
 * says that its outcome is unknown. A call that had not been started is run only when the program feeds it again.
 * @param isFedAgain false when the journal alone brings it back
 * @param receiveOther receives one that has another input, where lines of the journal are lost
 */
export async function receiveJournaled(
  engine: Engine,
  group: Group,
  incoming: Incoming,
  journaled: JournaledCall,
  isFedAgain: boolean,
  receiveOther: typeof receive = receive,
): Promise<Call> {
  const inputText = await readText(journaled.input, engine.ports.store);
  // An input that can't be read back can't be told from the one that is fed again: nothing is run twice for it.
  const isSame = inputText === undefined || isSameCall(journaled, incoming.name, incoming.input, inputText);
  // Ids may come again in another message, and the line of this call may be one of those that are lost.
  if (isFedAgain && !isSame && engine.resume.isJournalDamaged) return receiveOther(engine, group, incoming);
  if (isFedAgain && !isSame) {
    const message = `The call ${incoming.id} was journaled with another input${journaled.settled === undefined && journaled.started?.isReadOnly === false ? ', whose outcome is unknown' : ''}; it is run as a new one.`;
    group.emit({ type: 'notice', code: 'resumed-with-other-input', message, callId: incoming.id });
    return receive(engine, group, incoming);
  }
  const { settled } = journaled;
  // A line that can't be read may have been the one that says that the call had begun.
  const started =
    journaled.started ??
    (engine.resume.isJournalDamaged
      ? { isIdempotent: isReadOnlyByName(engine, journaled.name), isReadOnly: false }
      : undefined);
  if (settled === undefined) {
    // A call with effects writes `started` first. One without it had none, and the model makes it again if it wants to.
    const hasHadNoEffect = started === undefined || started.isReadOnly;
    const mayRun = hasHadNoEffect
      ? isFedAgain || isReadOnlyByName(engine, journaled.name)
      : started.isIdempotent;
    const input = isFedAgain
      ? incoming.input
      : inputText === undefined
        ? undefined
        : { kind: 'text' as const, text: inputText };
    if (mayRun && input !== undefined) return receive(engine, group, { ...incoming, input });
    // Its coming is not written again: that would stand for a new call, of which nobody knows yet that it has begun.
    const call = openCall(engine, group, incoming, inputText?.length ?? 0, journaled.input, {
      isKnown: true,
    });
    settle(engine, call, lostOutcome({ started }));
    return call;
  }
  const call = openCall(engine, group, incoming, inputText?.length ?? 0, journaled.input, { isKnown: true });
  call.isReplayed = true;
  await adoptJournaled(engine, call, inputText);
  call.hasStarted = started?.isReadOnly === false;
  const content = parseContent(await readText(settled.content, engine.ports.store));
  const shown = content ?? '(The result of this call could not be read back.)';
  complete(
    engine,
    call,
    {
      ...textResult(engine, call, journaledOutcome(settled.outcome, settled.detail, textOf(shown)), ''),
      content: shown,
      isError: settled.isError,
      newMessages:
        settled.newMessages === undefined
          ? []
          : parseSpoken(await readText(settled.newMessages, engine.ports.store)),
      record: recordOf(engine, call, textLength(shown), undefined),
    },
    { isKnown: true },
  );
  return call;
}

/** A replayed call is not run, but it may be the failure that cancels later ones. */
async function adoptJournaled(engine: Engine, call: Call, inputText: string | undefined): Promise<void> {
  const tool = engine.tools.pool.find(call.name);
  const parsed = parseInput({ kind: 'text', text: inputText ?? '' });
  if (tool === undefined || !parsed.ok) return;
  const validation = await (async () => {
    await tool.load?.();
    return engine.ports.validator.validate(tool.inputSchema, parsed.input);
  })().catch(() => undefined);
  if (validation?.ok !== true) return;
  call.tool = tool;
  call.name = tool.name;
  adopt(engine, call, validation.json, validation.input);
}

/** Whether every call of a tool only reads: the tool is asked by its name alone, and a throw counts as no. */
export function isReadOnlyByName(engine: Engine, name: string): boolean {
  const tool = engine.tools.pool.find(name);
  if (tool === undefined) return false;
  try {
    return tool.isReadOnly({});
  } catch {
    return false;
  }
}
