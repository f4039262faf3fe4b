import type { SpokenText } from '../result/marked-text.ts';
import type { JournalText } from '../ports/journal-entry.ts';
import type { HeldContent } from '../result/content.ts';
import type { PathHold } from '../schedule/path-holds.ts';
import type { Entry, Scheduler } from '../schedule/scheduler.ts';
import type { VerdictGate } from '../schedule/verdict-gate.ts';
import type { Asker } from '../permission/ask/asker.ts';
import type { NestedCall } from '../tool/context.ts';
import type { RunEventBody } from './events.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { JsonObject } from '../data/json.ts';
import { Attempt } from './attempt.ts';
import type { InputChange } from './input-change.ts';
import type { SettledResult } from './settled-result.ts';
import type { Verdicts } from './verdicts.ts';
import type { AfterDenial } from './after-denial.ts';
import type { CancelReason, Outcome } from '../data/outcome.ts';
import { Measured } from './measured.ts';
import type { CallState, CallStatus } from './state.ts';

/**
 * A call with a valid name and input, as the stages see it. A class, because V8 allocates objects from a literal in the old generation
 * once most of them have lived for a while: each call would keep everything it refers to alive until the next full collection.
 */
export class Call implements Entry<Call> {
  readonly order: number;
  firstTicket: Entry<Call>['firstTicket'];
  shutTickets = 0;
  previous: Call | undefined;
  next: Call | undefined;
  place: Entry['place'] = 'new';
  isReady = false;
  demands: Entry['demands'];

  readonly id: string;
  readonly group: Group;
  /** Index within the group, starting at 0. */
  readonly index: number;
  readonly rootOrder: number;
  readonly parent: Call | undefined;
  readonly depth: number;
  /** As the model wrote it. */
  readonly calledName: string;
  /** The tool's own name, once it is found. */
  name: string;
  /** UTF-16 units of the raw input. */
  readonly inputChars: number;

  state: CallState = { status: 'received' };
  attempt = new Attempt<Call>();
  enteredAt: number;
  readonly measured = new Measured();

  tool: AnyTool | undefined;
  /** The input as JSON, and as parsed by the tool's schema. */
  json: JsonObject = NO_INPUT;
  input: unknown;
  /** The input was replaced. Undefined: it is as the model wrote it. */
  change: InputChange | undefined;
  hasEffects = true;
  /** The working directory for which `hasEffects` was determined. */
  cwd: string;

  /** Settles the call with this, whatever its tool does: a nested call was declined for good. */
  forced: Outcome | undefined;

  cancelReason: CancelReason | undefined;
  /** Its tool's claims could not be used, and that was reported. */
  hasBadClaims = false;
  /** Hooks after the work were told to end. */
  isHurried = false;
  hasStarted = false;
  /** It must restart, because an earlier call's input has changed. */
  mustRestart = false;
  isDiscarded: boolean;
  /** The program already has the result: the call is not run again, and the result stays. */
  isHandedOut = false;
  /** Its result was in the journal of the resumed session. */
  isReplayed = false;
  /** Its input as recorded in the journal. */
  readonly journaledInput: JournalText;

  controller: AbortController | undefined;
  onInterrupt: (() => void) | undefined;
  /** Called at once when no earlier call conflicts any more, so that slots are taken in call order. */
  turn: { enter(): void } | undefined;
  /** What it waits for. */
  waiting: Waiting | undefined;

  holdsPreparingSlot = false;
  holdsSlot = false;
  /** The paths it holds, or waits for, against calls of other agents. */
  pathHold: PathHold | undefined;
  /** It has opened an agent, whose calls hold the paths they work on: it holds none itself. */
  hasOpenedAgent = false;
  nested: Group | undefined;
  nestedOutstanding = 0;
  /** Called when the call is stopped, so that waits for a slot end. */
  onStopped: Set<() => void> | undefined;
  /** Work of this call or one nested in it that ignored its signal: claims are held until it ends. */
  lingering: Set<Promise<void>> | undefined;
  /** What hooks of nested calls add to the message, and whether they, or hooks asked alongside a person, stop the loop. */
  fromNested:
    | { additionalContext: (string | SpokenText)[]; stop: { readonly reason: string } | undefined }
    | undefined;

  /** What hooks say about denials, its own and those of nested calls. */
  afterDenials: Promise<AfterDenial>[] | undefined;

  /** Version of the pool in which its tool was found. */
  poolVersion = 0;

  /** What the reader of the run saw of the result, once it is released. */
  shown: HeldContent = '';

  constructor(group: Group, { id, name, inputChars, journaledInput, order, enteredAt, cwd }: CallStart) {
    const { parent } = group;
    this.order = order;
    this.id = id;
    this.group = group;
    this.index = group.calls.length;
    this.rootOrder = parent?.rootOrder ?? this.order;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.calledName = name;
    this.name = name;
    this.inputChars = inputChars;
    this.enteredAt = enteredAt;
    this.cwd = cwd;
    this.isDiscarded = group.isDiscarded;
    this.journaledInput = journaledInput;
  }

  get verdicts(): Verdicts {
    return this.attempt.verdicts;
  }

  get result(): SettledResult | undefined {
    return this.attempt.result;
  }
}

/** Calls that are ordered among themselves: those of one message, or those that one call makes. */
export interface Group {
  readonly messageId: string;
  readonly parent: Call | undefined;
  readonly scheduler: Scheduler<Call>;
  readonly gate: VerdictGate;
  readonly calls: Call[];
  readonly emit: (body: RunEventBody) => void;
  readonly emitState: (call: Call, status: CallStatus, time: number) => void;
  /** The set of running calls has changed. */
  readonly notifyInProgress: () => void;
  /** Whether its call is the only one of a message: unknown until that is complete. Undefined: the calls are made by another one. */
  readonly isAlone?: (() => 'yes' | 'no' | 'unknown') | undefined;
  /** Runs a settled call without effects again. */
  readonly rerun: (call: Call) => void;
  /** A group for the calls that `parent` makes. */
  readonly openNested: (parent: Call) => Group;
  /** Receives a nested call; `onDone` gets it with its result. */
  readonly receiveNested: (nested: NestedCall, onDone: (call: Call) => void) => void;
  /** The call has its one result. */
  readonly onSettled: (call: Call) => void;
  /** Who is asked about its calls. Default: the engine's. */
  readonly asker?: Asker | undefined;
  /** Whether a call waits for a person, or stays open. Default: the engine's. */
  readonly asks?: 'wait' | 'suspend' | undefined;
  /** The decision lets the call run, as things are. */
  readonly onAllowed?: ((call: Call) => void) | undefined;
  /** Nothing new starts: reason of the interrupt, or of the denial that ended the turn. */
  interrupted: CancelReason | undefined;
  /** The first failing call of each error group (`onError`). */
  readonly failedGroups: Map<string, Call>;
  /** Calls that were left without a result; some may have got one since. */
  readonly leftOpen: Call[];
  /** Calls whose arrival could not be journaled yet, in order. */
  readonly unjournaled: Set<Call>;
  isDiscarded: boolean;
}

/** What is known about a call when it arrives. */
type CallStart = Pick<Call, 'id' | 'name' | 'inputChars' | 'journaledInput' | 'order' | 'enteredAt' | 'cwd'>;

const NO_INPUT: JsonObject = {};

export interface Waiting {
  /** Ends the wait; the waiter then checks the call again. */
  wake(): void;
}

export function isUnsettled(call: Call): boolean {
  return call.state.status !== 'settled' && call.state.status !== 'released';
}

/** Waits for `arm`'s callback or `notify`; the caller then checks what has happened. */
export function wait(call: Call, arm?: (resolve: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    call.waiting = { wake: resolve };
    arm?.(resolve);
  });
}

export function notify(call: Call): void {
  const { waiting } = call;
  call.waiting = undefined;
  waiting?.wake();
}

/** The call was canceled or denied: it will not run, or its result no longer counts. */
export function isStopped(call: Call): boolean {
  return call.cancelReason !== undefined || call.forced !== undefined;
}

/** The call was stopped, or must restart. */
export function isInterrupted(call: Call): boolean {
  return call.mustRestart || isStopped(call);
}

export function signalOf(call: Call): AbortSignal {
  call.controller ??= new AbortController();
  return call.controller.signal;
}
