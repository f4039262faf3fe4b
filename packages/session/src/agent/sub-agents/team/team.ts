import { createHash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@sluice/core';

/** What an agent is to its team. */
export interface Teammate {
  readonly id: string;
  readonly name: string;
}

/** The text to deliver; an error: the message is refused. */
export type TeamMessage =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** The implicit team of a session: who belongs to it, and who was asked to leave. */
export class Team {
  readonly name: string;
  readonly #members = new Map<string, Teammate>();
  readonly #left = new Set<string>();
  /** Ids of open requests to shut down, by agent. */
  readonly #requests = new Map<string, string>();
  /** Ids of plans that wait for the leader, by agent. */
  readonly #plans = new Map<string, string>();
  readonly #onPlanApproved: (id: string) => string | undefined;
  #count = 0;

  /** @param onPlanApproved lets a teammate carry out its plan, which the leader has approved. Returns why it can't */
  constructor(sessionId: string, onPlanApproved: (id: string) => string | undefined = () => undefined) {
    this.#onPlanApproved = onPlanApproved;
    const hash = createHash('sha256').update(sessionId).digest('hex');
    this.name = `session-${/^[0-9a-f]{8}/.exec(sessionId)?.[0] ?? hash.slice(0, 8)}`;
  }

  get members(): readonly Teammate[] {
    return [...this.#members.values()];
  }

  has(id: string | undefined): boolean {
    return id !== undefined && this.#members.has(id);
  }

  /** It was a teammate, and no message wakes it any more. */
  hasLeft(id: string): boolean {
    return this.#left.has(id);
  }

  join(mate: Teammate): void {
    this.#members.set(mate.id, mate);
  }

  leave(id: string): void {
    this.#requests.delete(id);
    if (this.#members.delete(id)) this.#left.add(id);
  }

  /**
   * Carries out what a message with a type means for the team.
   * @param from undefined: the leader
   * @param to undefined: the leader
   */
  interpret(
    fields: Readonly<Record<string, unknown>> | undefined,
    from: string | undefined,
    to: string | undefined,
  ): TeamMessage | undefined {
    if (fields === undefined || !isJsonObject(fields)) return undefined;
    if (fields['type'] === 'shutdown_request') return this.#request(fields, from, to);
    if (fields['type'] === 'shutdown_response') return this.#respond(fields, from, to);
    if (fields['type'] === 'plan_approval_request') return this.#plan(fields, from, to);
    if (fields['type'] === 'plan_approval_response') return this.#judgePlan(fields, from, to);
    return undefined;
  }

  #plan(fields: JsonObject, from: string | undefined, to: string | undefined): TeamMessage {
    if (from === undefined || to !== undefined || !this.has(from))
      return refuse('no-teammate', 'Only a teammate can ask the leader to approve a plan.');
    const { plan } = fields;
    if (typeof plan !== 'string' || plan.trim() === '')
      return refuse('no-plan', 'A plan_approval_request needs plan: the text of the plan.');
    this.#count += 1;
    const id = `plan-${this.#count}`;
    this.#plans.set(from, id);
    const text = `${JSON.stringify({ ...fields, request_id: id })}\nAnswer with SendMessage and the message {"type": "plan_approval_response", "request_id": "${id}", "approve": true}, or "approve": false with "feedback". After true, it works in your own permission mode.`;
    return { ok: true, text };
  }

  #judgePlan(fields: JsonObject, from: string | undefined, to: string | undefined): TeamMessage {
    const { request_id: id, approve } = fields;
    const open = to === undefined ? undefined : this.#plans.get(to);
    if (from !== undefined) return refuse('not-leader', 'Only the leader of the team can approve plans.');
    if (to === undefined || open === undefined || (id ?? open) !== open)
      return refuse('no-request', 'There is no open plan_approval_request with this request_id.');
    if (typeof approve !== 'boolean')
      return refuse('no-answer', 'A plan_approval_response needs approve: true or false.');
    const problem = approve ? this.#onPlanApproved(to) : undefined;
    if (problem !== undefined) return refuse('not-stored', problem);
    this.#plans.delete(to);
    return { ok: true, text: JSON.stringify(fields) };
  }

  #request(fields: JsonObject, from: string | undefined, to: string | undefined): TeamMessage {
    if (from !== undefined)
      return refuse('not-leader', 'Only the leader of the team can send a shutdown request.');
    if (to === undefined || !this.has(to))
      return refuse('no-teammate', 'Only a teammate can be asked to shut down.');
    this.#count += 1;
    const id = `shutdown-${this.#count}`;
    this.#requests.set(to, id);
    const text = `${JSON.stringify({ ...fields, request_id: id })}\nAnswer main with SendMessage and the message {"type": "shutdown_response", "request_id": "${id}", "approve": true}, or "approve": false with a "reason". After true, end your turn.`;
    return { ok: true, text };
  }

  #respond(fields: JsonObject, from: string | undefined, to: string | undefined): TeamMessage {
    const { request_id: id, approve } = fields;
    const open = from === undefined ? undefined : this.#requests.get(from);
    if (from === undefined || to !== undefined || open === undefined || (id ?? open) !== open)
      return refuse('no-request', 'There is no open request to shut down with this request_id.');
    if (typeof approve !== 'boolean')
      return refuse('no-answer', 'A shutdown_response needs approve: true or false.');
    if (approve) this.leave(from);
    else this.#requests.delete(from);
    return { ok: true, text: JSON.stringify(fields) };
  }
}

function refuse(code: string, message: string): TeamMessage {
  return { ok: false, code, message };
}
