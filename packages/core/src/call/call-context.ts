import type { Engine } from '../run/engine.ts';
import type { CallContext } from '../tool/context.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import { isCurrent, type Attempt } from './attempt.ts';
import { signalOf } from './call.ts';
import { invoke } from './nested.ts';

export function createCallContext(engine: Engine, attempt: Attempt): CallContext {
  const { call } = attempt;
  const { group } = call;
  let captures = 0;
  let ledger: ReadLedger | undefined;
  return {
    callId: call.id,
    messageId: group.messageId,
    parentCallId: call.parent?.id,
    depth: call.depth,
    agentChain: engine.agentChain,
    cwd: engine.session.cwd,
    session: engine.session,
    permission: engine.permission.current(),
    extension: engine.extension,
    get signal() {
      return isCurrent(attempt) ? signalOf(call) : AbortSignal.abort();
    },
    get ledger() {
      ledger ??= {
        ...engine.ledger,
        record: (entry) => void (isCurrent(attempt) && engine.ledger.record(entry)),
      };
      return ledger;
    },
    progress(data) {
      if (!isCurrent(attempt)) return;
      group.emit({
        type: 'progress',
        data,
        dropped: 0,
        callId: call.id,
        messageId: group.messageId,
        toolName: call.name,
        parentCallId: call.parent?.id,
      });
    },
    invoke: (nested) => invoke(engine, attempt, nested),
    captureFile() {
      captures += 1;
      const made = engine.store.allocate(`${group.messageId}\n${call.id}\n${attempt.number}\n${captures}`);
      if (!made.ok) throw new Error(`There is no place for the output: ${made.message}`);
      const { path } = made.file;
      return { path, remove: () => engine.store.remove(path) };
    },
  };
}
