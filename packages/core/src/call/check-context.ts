import type { Engine } from '../run/engine.ts';
import type { CheckContext } from '../tool/context.ts';
import { signalOf, type Call } from './call.ts';

export function checkContext(engine: Engine, call: Call): CheckContext {
  return {
    callId: call.id,
    messageId: call.group.messageId,
    cwd: engine.session.cwd,
    session: engine.session,
    ledger: engine.ledger,
    permission: engine.permission.current(),
    get signal() {
      return signalOf(call);
    },
  };
}
