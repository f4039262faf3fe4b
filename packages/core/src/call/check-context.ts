import type { PermissionContext } from '../permission/context/context.ts';
import type { Engine } from '../engine/engine.ts';
import type { ReadLedger } from '../result/read-ledger.ts';
import type { CheckContext, SessionContext } from '../tool/context.ts';
import { signalOf, type Call } from '../engine/call.ts';

/** A class, because there is one for each check and few use the signal, which is created on first use. */
class Context implements CheckContext {
  readonly #call: Call;
  readonly callId: string;
  readonly messageId: string;
  readonly cwd: string;
  readonly session: SessionContext;
  readonly ledger: ReadLedger;
  readonly permission: PermissionContext;

  constructor(engine: Engine, call: Call) {
    this.#call = call;
    this.callId = call.id;
    this.messageId = call.group.messageId;
    this.cwd = engine.session.cwd;
    this.session = engine.session;
    this.ledger = engine.results.ledger;
    this.permission = engine.permission.state.current();
  }

  get signal(): AbortSignal {
    return signalOf(this.#call);
  }
}

export function checkContext(engine: Engine, call: Call): CheckContext {
  return new Context(engine, call);
}
