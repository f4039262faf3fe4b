import { present } from '@sluice/base';
import type { SendResult } from '@sluice/agent';
import {
  askerFor,
  isCallInquiry,
  isJsonObject,
  type Asker,
  type Inquiry,
  type InquiryAnswer,
  type JsonObject,
  type PureDecision,
} from '@sluice/core';
import { LEADER_WAIT_MS } from '../agent-limits.ts';

interface LeaderAsksOptions {
  /** Sends the leader a message from a worker. */
  readonly send: (text: string, fields: JsonObject, from: string | undefined) => Promise<SendResult>;
  /** How the leader's own call would be decided. Never rejects. */
  readonly decide: (call: { readonly name: string; readonly input: JsonObject }) => Promise<PureDecision>;
  /** Calls `run` after so many milliseconds. Returns a function that takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
}

interface OpenAsk {
  readonly worker: string | undefined;
  readonly answer: (answer: InquiryAnswer) => void;
  readonly toPerson: (why: string) => void;
  readonly takeBack: () => void;
  inquiry: Inquiry;
  /** The person is asked now. */
  isWithPerson: boolean;
}

const MAX_INPUT = 8_000;

/**
 * Asks of workers go to the agent that leads them. Its approval counts as far as its own policy allows the call: what it would be asked
 * about itself, the person is asked; what it is denied stays denied.
 */
export class LeaderAsks {
  readonly #options: LeaderAsksOptions;
  readonly #open = new Map<string, OpenAsk>();
  /** Request ids of the engine, by those that the leader knows. */
  readonly #ids = new Map<string, string>();
  #count = 0;

  constructor(options: LeaderAsksOptions) {
    this.#options = options;
  }

  /** The asker of a worker. `person` is asked where the leader can't answer. Undefined: no one is. */
  asker(person: Asker | undefined): Asker {
    const leader: Asker = {
      push: (inquiry, answer) => {
        if (!isForLeader(inquiry))
          return toPerson(person, inquiry, answer, 'no one is available to answer it');
        return this.#ask(person, inquiry, answer);
      },
      remove: (requestId) => {
        const ask = this.#open.get(requestId);
        if (ask === undefined || ask.isWithPerson) person?.remove(requestId);
        this.#forget(requestId);
      },
      update: (inquiry) => {
        const ask = this.#open.get(inquiry.requestId);
        if (ask !== undefined) ask.inquiry = inquiry;
        if (ask === undefined || ask.isWithPerson) person?.update(inquiry);
      },
    };
    return askerFor({ kind: 'worker', leader });
  }

  /** Carries out the leader's answer. Undefined: the message is none. */
  async respond(
    fields: Readonly<Record<string, unknown>> | undefined,
    from: string | undefined,
  ): Promise<SendResult | undefined> {
    if (fields === undefined || fields['type'] !== 'permission_response') return undefined;
    const { request_id: id, approve, reason } = fields;
    const requestId = typeof id === 'string' ? this.#ids.get(id) : undefined;
    const ask = requestId === undefined ? undefined : this.#open.get(requestId);
    if (from !== undefined) return refuse('not-leader', 'Only the leader answers a permission_request.');
    if (ask === undefined || requestId === undefined || ask.isWithPerson)
      return refuse('no-request', 'There is no open permission_request with this request_id.');
    if (typeof approve !== 'boolean')
      return refuse('no-answer', 'A permission_response needs approve: true or false.');
    const deliveredTo = ask.worker ?? 'main';
    const said = typeof reason === 'string' && reason.trim() !== '' ? reason.trim() : undefined;
    if (!approve) {
      this.#settle(requestId, deny(said ?? 'The leader of your team declined this call.'));
      return { ok: true, deliveredTo, resumed: false };
    }
    const { inquiry } = ask;
    if (!isCallInquiry(inquiry)) return refuse('no-request', 'There is no such request.');
    const own = await this.#options.decide({ name: inquiry.toolName, input: inquiry.input });
    // Another answer may have come meanwhile.
    if (this.#open.get(requestId) !== ask || ask.isWithPerson)
      return refuse('no-request', 'The request was answered in the meantime.');
    if (own.behavior === 'allow') {
      this.#settle(requestId, { behavior: 'allow', check: 'leader' });
      return { ok: true, deliveredTo, resumed: false };
    }
    if (own.behavior === 'ask') {
      ask.toPerson("the leader approved it, but can't decide it alone");
      return { ok: true, deliveredTo: 'the user, whom you would need to ask as well', resumed: false };
    }
    this.#settle(
      requestId,
      deny(`Your leader approved this call, but would be denied it as well: ${own.reason}`),
    );
    return refuse(
      'not-permitted',
      `You would be denied this call yourself, so it stays denied: ${own.reason}`,
    );
  }

  #ask(person: Asker | undefined, inquiry: Inquiry, answer: (answer: InquiryAnswer) => void): void {
    this.#count += 1;
    const id = `permission-${this.#count}`;
    const { requestId } = inquiry;
    const handOver = (why: string): void => {
      const ask = this.#open.get(requestId);
      if (ask === undefined || ask.isWithPerson) return;
      ask.isWithPerson = true;
      ask.takeBack();
      toPerson(person, ask.inquiry, (given) => this.#settle(requestId, given), why);
    };
    const takeBack = this.#options.after(LEADER_WAIT_MS, () =>
      handOver('the leader did not answer in 5 minutes'),
    );
    const { agentId: worker } = inquiry;
    this.#open.set(requestId, { inquiry, answer, worker, toPerson: handOver, takeBack, isWithPerson: false });
    this.#ids.set(id, requestId);
    const fields = requestFields(inquiry, id);
    void this.#options.send(JSON.stringify(fields), fields, worker).then(
      (sent) => {
        if (!sent.ok) handOver(sent.message);
      },
      () => handOver('the leader could not be reached'),
    );
  }

  #settle(requestId: string, given: InquiryAnswer): void {
    const ask = this.#open.get(requestId);
    this.#forget(requestId);
    ask?.answer(given);
  }

  #forget(requestId: string): void {
    this.#open.get(requestId)?.takeBack();
    this.#open.delete(requestId);
    for (const [id, known] of this.#ids) if (known === requestId) this.#ids.delete(id);
  }
}

/** Questions, plans and forms are the person's; so is a call that something demands to be asked about. */
function isForLeader(inquiry: Inquiry): boolean {
  return inquiry.kind === 'permission' && inquiry.askedBy === 'default';
}

function requestFields(inquiry: Inquiry, id: string): JsonObject {
  const base = { type: 'permission_request', request_id: id, reason: inquiry.reason };
  if (!isCallInquiry(inquiry)) return base;
  const input = JSON.stringify(inquiry.input);
  return {
    ...base,
    tool_name: inquiry.toolName,
    ...(input.length <= MAX_INPUT && isJsonObject(inquiry.input)
      ? { input: inquiry.input }
      : { input_start: input.slice(0, MAX_INPUT).toWellFormed() }),
    ...present({ cwd: inquiry.cwd }),
  };
}

function toPerson(
  person: Asker | undefined,
  inquiry: Inquiry,
  answer: (answer: InquiryAnswer) => void,
  why: string,
): void {
  if (person === undefined) answer({ behavior: 'unavailable', reason: why });
  else person.push(inquiry, answer);
}

function deny(feedback: string): InquiryAnswer {
  return { behavior: 'deny', check: 'leader', feedback };
}

function refuse(code: string, message: string): SendResult {
  return { ok: false, code, message };
}

/** Calls `run` after so many milliseconds. Returns a function that takes it back. */
export function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
