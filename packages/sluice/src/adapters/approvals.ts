import type { Asker, ProgramQuestions, Refusal, ToolCall } from '@sluice/core';

/** What the SDK's approvals say about a call. */
export type Approval =
  | { readonly kind: 'approved' | 'none' }
  /** An approval that doesn't count. */
  | { readonly kind: 'void'; readonly refusal: Refusal };

/**
 * Answers questions about calls whose approval the SDK has already collected. Nothing else is approved: an application that doesn't ask
 * its user gets denials. An approval is about the call that the user was asked about: with another input, in this process or a later one,
 * it is void.
 */
export class Approvals implements Asker {
  readonly #questions: ProgramQuestions;
  readonly #how: string;
  /** Calls that the application calls approved; true: whatever their input. */
  readonly #given = new Map<string, boolean>();
  /** Calls that this process has asked about, and that have no result. */
  readonly #open = new Map<string, ToolCall>();
  /** Those that run now; false: no one was asked about the call, so that its approval doesn't count. */
  readonly #approved = new Map<string, boolean>();
  /** Ids of calls that ran with an approval, until the user is asked about the id again: some models count their ids anew in each message. */
  readonly #used = new Set<string>();

  /** @param how the application lets its user approve a call, for the reason of a denial */
  constructor({ questions }: { readonly questions: ProgramQuestions }, how: string) {
    this.#questions = questions;
    this.#how = how;
  }

  /** The application asks its user about this call now. An approval of an earlier call with this id doesn't count for it. */
  async asked(call: ToolCall): Promise<void> {
    const isSame = this.isOpen(call.id) && (await this.#questions.about(asked(call))) === 'this';
    if (!isSame) this.done(call.id);
    this.#used.delete(call.id);
    this.#open.set(call.id, call);
    await this.#questions.note(asked(call));
  }

  /** The user has approved this call. `isBlanket`: all calls of its tool, with whatever input. */
  approve(callId: string, isBlanket = false): void {
    this.#given.set(callId, isBlanket);
  }

  hasApproved(callId: string): boolean {
    return this.#given.has(callId);
  }

  /** Whether the call may run without a question. */
  async check(call: ToolCall): Promise<Approval> {
    const { id } = call;
    const isBlanket = this.#given.get(id);
    if (isBlanket === undefined) return { kind: 'none' };
    if (!isBlanket && this.#used.has(id)) {
      this.#approved.set(id, false);
      return { kind: 'none' };
    }
    const about = isBlanket ? 'this' : await this.#questions.about(asked(call));
    if (about === 'another') return { kind: 'void', refusal: { by: 'safety', reason: CHANGED } };
    this.#approved.set(id, about !== 'nothing');
    // An application may ask about more calls than the rules do: those need no approval here.
    return { kind: about === 'nothing' ? 'none' : 'approved' };
  }

  /** The call has run, or is asked about again: the approval is used up. */
  done(callId: string): void {
    const wasApproved = this.#approved.get(callId) ?? false;
    if (wasApproved && this.#given.get(callId) === false) this.#used.add(callId);
    this.#open.delete(callId);
    this.#given.delete(callId);
    this.#approved.delete(callId);
  }

  /** The user was asked about the call, and it has no result yet. */
  isOpen(callId: string): boolean {
    return this.#questions.isOpen(callId);
  }

  /** Of these, the calls that this process has asked about. */
  openCalls(): readonly ToolCall[] {
    return [...this.#open.values()];
  }

  /** Why a call that needed approval, and didn't get it, isn't run. */
  unapproved(callId: string): Refusal {
    return { by: 'headless', reason: `this call needs approval: ${this.#reason(callId)}` };
  }

  #reason(callId: string): string {
    if (this.#approved.get(callId) !== false) return this.#how;
    return this.#used.has(callId) ? USED : UNASKED;
  }

  push(...[inquiry, answer]: Parameters<Asker['push']>): void {
    const callId = inquiry.kind === 'permission' ? inquiry.callId : '';
    const isApproved = this.#approved.get(callId) === true;
    answer(isApproved ? { behavior: 'allow' } : { behavior: 'unavailable', reason: this.#reason(callId) });
  }

  remove(): void {}

  update(): void {}
}

const CHANGED =
  'the user approved a call with this id but a different input. The approval is void; make the call again to ask the user about it';
const USED =
  "an earlier call with this id has used its approval, and the user wasn't asked about this one (each call of a run needs its own id)";
const UNASKED =
  'the journal of this session has no question about it, so its approval is void (open the runtime with the sessionDirectory of the process that asked, and resume: true)';

function asked({ id, name, input }: ToolCall) {
  return { id, name, input };
}
