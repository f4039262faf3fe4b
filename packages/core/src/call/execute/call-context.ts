import type { Engine } from '../../engine/engine.ts';
import type { AgentIdentity } from '../../data/agent-identity.ts';
import type {
  CallContext,
  CallsInProgress,
  CaptureFile,
  FileChange,
  NestedCall,
  NestedResult,
  PreImageProblem,
  SessionContext,
  SessionState,
} from '../../tool/context.ts';
import type { PermissionContext } from '../../permission/context/context.ts';
import type { ReadLedger } from '../../result/read-ledger.ts';
import type { ModelMessage } from '../../ports/model.ts';
import { inProgress } from '../../engine/in-progress.ts';
import { isCurrent, type Work } from '../../engine/work.ts';
import { signalOf } from '../../engine/call.ts';
import { decidePurely } from '../decide/decide-purely.ts';
import type { PureDecision } from '../../permission/decision.ts';
import { keepPreImage } from './keep-pre-image.ts';
import { idle, invoke } from './nested.ts';

/** Part of a path: a tool may take it from what a server says. */
const EXTENSION = /^[a-z0-9]{1,8}$/;

/**
 * The context that a tool's `call` gets. A class, because there is one for each call and most tools use little of it: its functions are
 * created on first use, and may be detached from it.
 */
class Context implements CallContext {
  readonly #engine: Engine;
  readonly #work: Work;
  readonly session: SessionContext;
  readonly permission: PermissionContext;
  #captures = 0;
  #ledger: ReadLedger | undefined;

  constructor(engine: Engine, work: Work) {
    this.#engine = engine;
    this.#work = work;
    this.session = engine.session;
    this.permission = engine.permission.state.current();
  }

  get callId(): string {
    return this.#work.call.id;
  }
  get messageId(): string {
    return this.#work.call.group.messageId;
  }
  get parentCallId(): string | undefined {
    return this.#work.call.parent?.id;
  }
  get parentMessageId(): string | undefined {
    const { parent } = this.#work.call;
    return parent === undefined ? this.#engine.agent.parentMessageId : parent.group.messageId;
  }
  get messages(): readonly ModelMessage[] {
    return frozenCopy(this.#engine.agent.messages());
  }
  get root(): SessionState {
    return this.#engine.agent.rootState;
  }
  get depth(): number {
    return this.#work.call.depth;
  }
  get agentChain(): readonly string[] {
    return this.#engine.agent.chain;
  }
  get agent(): AgentIdentity | undefined {
    return this.#engine.agent.identity;
  }
  get cwd(): string {
    return this.session.cwd;
  }
  get extension(): unknown {
    return this.#engine.agent.extension;
  }
  get signal(): AbortSignal {
    return isCurrent(this.#work) ? signalOf(this.#work.call) : AbortSignal.abort();
  }

  /** Reads and writes of a superseded attempt are not recorded. */
  get ledger(): ReadLedger {
    const { ledger } = this.#engine.results;
    const work = this.#work;
    this.#ledger ??= { ...ledger, record: (entry) => void (isCurrent(work) && ledger.record(entry)) };
    return this.#ledger;
  }

  get progress(): (data: unknown) => void {
    const work = this.#work;
    return (data) => {
      if (!isCurrent(work)) return;
      const { call } = work;
      call.group.emit({
        type: 'progress',
        data,
        dropped: 0,
        callId: call.id,
        messageId: call.group.messageId,
        toolName: call.name,
        parentCallId: call.parent?.id,
      });
    };
  }

  get invoke(): (nested: NestedCall) => Promise<NestedResult> {
    return (nested) => invoke(this.#engine, this.#work, nested);
  }

  get decide(): (call: NestedCall) => Promise<PureDecision> {
    const { asker } = this.#work.call.group;
    return ({ name, input }) => decidePurely(this.#engine, { name, input, asker }, this);
  }

  get inProgress(): () => CallsInProgress {
    return () => {
      const { calls, interruptible } = inProgress(this.#engine.schedule.running);
      return { calls, interruptible };
    };
  }

  get idle(): <Value>(wait: Promise<Value>) => Promise<Value> {
    return (wait) => idle(this.#engine, this.#work, wait);
  }

  get captureFile(): (extension?: string) => CaptureFile {
    return (extension) => {
      const { call, attempt } = this.#work;
      const { store } = this.#engine.ports;
      this.#captures += 1;
      const made = store.allocate(
        `${this.#engine.agent.identity?.id ?? ''}${call.group.messageId}\n${call.id}\n${attempt.number}\n${this.#captures}`,
        extension !== undefined && EXTENSION.test(extension) ? extension : undefined,
      );
      if (!made.ok) throw new Error(`The output can't be stored: ${made.message}`);
      const { path } = made.file;
      return { path, remove: () => store.remove(path) };
    };
  }

  get keepPreImage(): (change: FileChange) => Promise<PreImageProblem | undefined> {
    return (change) => keepPreImage(this.#engine, this.#work, change);
  }
}

export function createCallContext(engine: Engine, work: Work): CallContext {
  return new Context(engine, work);
}

/** An immutable list with deeply frozen items. What is already frozen isn't traversed again. */
function frozenCopy<Item>(items: readonly Item[]): readonly Item[] {
  return Object.freeze(items.map((item) => frozen(item)));
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) frozen(part);
  return value;
}
