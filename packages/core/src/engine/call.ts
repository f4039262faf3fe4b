import type { JournalText } from '../ports/journal-entry.ts';
import type { HeldContent } from '../result/content.ts';
import type { PathHold } from '../schedule/path-holds.ts';
import type { Entry, Scheduler } from '../schedule/scheduler.ts';
import type { VerdictGate } from '../schedule/verdict-gate.ts';
import type { Asker } from '../permission/asker.ts';
import type { NestedCall } from '../tool/context.ts';
import type { RunEventBody } from './events.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { JsonObject } from '../data/json.ts';
import { Attempt } from './attempt.ts';
import type { SettledResult } from './settled-result.ts';
import type { Verdicts } from './verdicts.ts';
import type { AfterDenial } from './after-denial.ts';
import type { CancelReason, Outcome } from '../data/outcome.ts';
import { Durations } from './durations.ts';
import type { CallState, CallStatus } from './state.ts';

/**
 * A call whose name and input are known to be good, as the stages see it. A class, because V8 makes what a literal
 * builds among the old objects once most of it has lived for a while: there each call would keep all that it refers to
 * until the next full collection.
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
  /** Place within the group, from 0. */
  readonly index: number;
  readonly rootOrder: number;
  readonly parent: Call | undefined;
  readonly depth: number;
  /** As the model wrote it. */
  readonly calledName: string;
  /** The tool's own name, once it is found. */
  name: string;
  /** UTF-16 units of the input as it came. */
  readonly inputChars: number;

  state: CallState = { status: 'received' };
  attempt = new Attempt<Call>();
  enteredAt: number;
  readonly durations = new Durations();
  executingMs = 0;
  besides = 0;

  tool: AnyTool | undefined;
  /** The input as JSON, and as the tool's schema parsed it. */
  json: JsonObject = NO_INPUT;
  input: unknown;
  hasEffects = true;
  /** The working directory that `hasEffects` was found for. */
  cwd: string;

  /** Ends the call with this whatever its tool makes of it: a nested call was declined for good. */
  forced: Outcome | undefined;

  cancelReason: CancelReason | undefined;
  /** Its tool's claims could not be used, and that was said. */
  hasBadClaims = false;
  /** Hooks after the work were told to end. */
  isHurried = false;
  hasStarted = false;
  /** What it has begun must begin again: an earlier call's input has changed. */
  mustRestart = false;
  isDiscarded: boolean;
  /** Its program has the result already: the call is not run again, and the result stays as it is. */
  isHandedOut = false;
  /** Its result was in the journal of the session that goes on. */
  isReplayed = false;
  /** Its input as the journal's line holds it. */
  readonly journaledInput: JournalText;

  controller: AbortController | undefined;
  onInterrupt: (() => void) | undefined;
  /** Told when no earlier call conflicts any more, at once, so that places are taken in call order. */
  turn: { enter(): void } | undefined;
  /** What it waits for. */
  waiting: Waiting | undefined;

  holdsPreparingSlot = false;
  holdsSlot = false;
  /** What it holds, or waits for, against calls of other agents. */
  pathHold: PathHold | undefined;
  /** It has opened an agent, whose calls hold what they work on: it holds no paths itself. */
  hasOpenedAgent = false;
  nested: Group | undefined;
  nestedOutstanding = 0;
  /** Told when the call is stopped: waits for a slot that it then no longer needs. */
  onStopped: Set<() => void> | undefined;
  /** Work of this call, or of one nested in it, that ignored its signal: claims are held until it ends. */
  lingering: Set<Promise<void>> | undefined;
  /** What hooks of nested calls add to the message, and that they, or hooks beside a person, stop the loop. */
  fromNested: { additionalContext: string[]; stop: { readonly reason: string } | undefined } | undefined;

  /** What hooks say of refusals, its own and those of calls nested in it. */
  afterDenials: Promise<AfterDenial>[] | undefined;

  /** Of the pool that its tool was found in. */
  poolVersion = 0;

  /** What the reader of the run has seen of the result, once it is released. */
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
  readonly tellInProgress: () => void;
  /** Whether its call is the only one of a message: unknown until that is whole. Undefined: the calls are made by another. */
  readonly isAlone?: (() => 'yes' | 'no' | 'unknown') | undefined;
  /** Runs a settled call without effects once more. */
  readonly rerun: (call: Call) => void;
  /** A group for the calls that `parent` makes. */
  readonly openNested: (parent: Call) => Group;
  /** Receives a nested call; `onDone` gets it when it has its result. */
  readonly receiveNested: (nested: NestedCall, onDone: (call: Call) => void) => void;
  /** The call has its one result. */
  readonly onSettled: (call: Call) => void;
  /** Who is asked about its calls. Default: the engine's. */
  readonly asker?: Asker | undefined;
  /** The decision lets the call run, as things are. */
  readonly onAllowed?: ((call: Call) => void) | undefined;
  /** Nothing new starts: reason of the interrupt, or of the refusal that ended the turn. */
  interrupted: CancelReason | undefined;
  /** The first failing call of each error group (`onError`). */
  readonly failedGroups: Map<string, Call>;
  /** Calls whose coming could not be journaled yet, in order. */
  readonly unjournaled: Set<Call>;
  isDiscarded: boolean;
}

/** What is known of a call as it comes. */
type CallStart = Pick<Call, 'id' | 'name' | 'inputChars' | 'journaledInput' | 'order' | 'enteredAt' | 'cwd'>;

const NO_INPUT: JsonObject = {};

export interface Waiting {
  /** Ends the wait; whoever waits looks at the call again. */
  wake(): void;
}

export function isUnsettled(call: Call): boolean {
  return call.state.status !== 'settled' && call.state.status !== 'released';
}

/** Waits until `arm`'s callback or `notify`; the caller then looks at what has happened. */
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

/** The call was cancelled or refused: it will not run, or what it does no longer counts. */
export function isStopped(call: Call): boolean {
  return call.cancelReason !== undefined || call.forced !== undefined;
}

/** Something has overtaken the call: it was stopped, or must begin again. */
export function isInterrupted(call: Call): boolean {
  return call.mustRestart || isStopped(call);
}

export function signalOf(call: Call): AbortSignal {
  call.controller ??= new AbortController();
  return call.controller.signal;
}
