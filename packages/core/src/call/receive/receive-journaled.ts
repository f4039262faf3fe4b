import { lostOutcome, readText } from '../../journal/conversation.ts';
import { parseContent } from '../../journal/parse-content.ts';
import { parseSpoken } from '../../journal/parse-spoken.ts';
import type { JournaledCall } from '../../journal/session.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Group } from '../../engine/call.ts';
import { restoreSeenFiles } from '../suspend/seen-files.ts';
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
 * A call that is in the journal: its result is the journaled one; without one, it runs again if that is safe, otherwise its outcome is
 * reported as unknown. A call that had not started runs only if the program feeds it again.
 *
 * @param isFedAgain false if only the journal has it
 * @param receiveOther receives one with another input, if journal lines are lost
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
  // An input that can't be restored can't be compared to the one fed again: nothing is run twice because of it.
  const isSame = inputText === undefined || isSameCall(journaled, incoming.name, incoming.input, inputText);
  // Ids may repeat in another message, and this call's line may be among the lost ones.
  if (isFedAgain && !isSame && engine.resume.isJournalDamaged) return receiveOther(engine, group, incoming);
  if (isFedAgain && !isSame) {
    const message = `The call ${incoming.id} was journaled with another input${journaled.settled === undefined && journaled.started?.isReadOnly === false ? ', whose outcome is unknown' : ''}; it runs as a new call.`;
    group.emit({ type: 'notice', code: 'resumed-with-other-input', message, callId: incoming.id });
    return receive(engine, group, incoming);
  }
  const { settled } = journaled;
  // An unreadable line may have recorded that the call started.
  const started =
    journaled.started ??
    (engine.resume.isJournalDamaged
      ? { isIdempotent: isReadOnlyByName(engine, journaled.name), isReadOnly: false }
      : undefined);
  if (settled === undefined) {
    // A call with effects records `started` first. Without that line it had none, and the model can make it again.
    const hasHadNoEffect = started === undefined || started.isReadOnly;
    const mayRun = hasHadNoEffect
      ? isFedAgain || isReadOnlyByName(engine, journaled.name)
      : started.isIdempotent;
    const input = isFedAgain
      ? incoming.input
      : inputText === undefined
        ? undefined
        : { kind: 'text' as const, text: inputText };
    if (mayRun && input !== undefined) {
      await restoreSeenFiles(engine, group.messageId, journaled.seen);
      // A new line would lose that it is open, and its answer.
      return receive(engine, group, { ...incoming, input, isJournaled: journaled.isDeferred });
    }
    // Its arrival is not recorded again: that would mean a new call, not yet known to have started.
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
  const shown = content ?? '(The result of this call could not be restored.)';
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

/** A replayed call is not run, but may be the failure that cancels later ones. */
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

/** Whether every call of a tool only reads, judging by its declaration alone; a throw is treated as no. */
export function isReadOnlyByName(engine: Engine, name: string): boolean {
  const tool = engine.tools.pool.find(name);
  if (tool === undefined) return false;
  try {
    return tool.isReadOnly({});
  } catch {
    return false;
  }
}
