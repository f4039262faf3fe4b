import type { SendResult, SentMessage } from '@sluice/agent';
import { escapeHarnessTags } from '@sluice/core';
import type { AssembledAgent } from '../../assembled-agent.ts';
import { openRun, type AgentEntry } from '../agent-entry.ts';
import type { AgentRoster } from './agent-roster.ts';
import type { LeaderAsks } from './leader-asks.ts';
import type { Mailbox } from './mailbox.ts';
import type { Team } from './team.ts';
import { MAX_WAITING_MESSAGES } from '../agent-limits.ts';

interface MessagesOptions {
  readonly roster: AgentRoster;
  readonly team: Team | undefined;
  readonly mailbox: Mailbox;
  /** Undefined: it has not been opened yet. */
  readonly main: () => AssembledAgent | undefined;
  /** Undefined: no agent answers asks of others. */
  readonly asks: Pick<LeaderAsks, 'respond'> | undefined;
  /** An agent that has ended goes on, with this text. */
  readonly resume: (entry: AgentEntry, said: string) => Promise<SendResult>;
}

/** Carries messages between the agents of a session. */
export class AgentMessages {
  readonly #options: MessagesOptions;
  /** Who is told when an agent has nothing more to do; undefined is the main agent. */
  readonly #waiting = new Map<string, Set<string | undefined>>();

  constructor(options: MessagesOptions) {
    this.#options = options;
  }

  async send(message: SentMessage): Promise<SendResult> {
    const answered = await this.#options.asks?.respond(message.fields, message.from);
    if (answered !== undefined) return answered;
    if (message.notifyWhenIdle === true && (message.to === 'main' || message.to === '*'))
      return {
        ok: false,
        code: 'no-notice',
        message: `notify_when_idle needs one agent, not ${message.to}. Leave it out, or send to one agent.`,
      };
    return message.to === '*' ? this.#broadcast(message) : this.#sendToOne(message);
  }

  /**
   * An agent has nothing more to do: the one who asked for it is notified.
   * @param owner is notified of its end anyway; undefined: the main agent
   */
  async idle({ id, name }: AgentEntry, owner: string | undefined, outcome: string): Promise<void> {
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.delete(id);
    const text = JSON.stringify({ type: 'idle_notification', agent: name, agent_id: id, outcome });
    await Promise.all(
      [...waiting]
        .filter((one) => one !== owner)
        .map((one) => this.#sendToOne({ to: one ?? 'main', text, summary: undefined, from: id })),
    );
  }

  #tellWhenIdle(id: string, { notifyWhenIdle, from }: SentMessage): void {
    if (notifyWhenIdle !== true) return;
    const waiting = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, waiting.add(from));
  }

  /** To the leader and all teammates but the sender. */
  async #broadcast(message: SentMessage): Promise<SendResult> {
    const { team } = this.#options;
    if (team === undefined) {
      return { ok: false, code: 'no-team', message: 'The session has no team. Send to one agent.' };
    }
    const { from } = message;
    const others = team.members.filter(({ id }) => id !== from).map(({ id }) => id);
    const to = from === undefined ? others : ['main', ...others];
    if (to.length === 0)
      return { ok: false, code: 'no-teammates', message: 'The team has no teammates yet.' };
    const sent = await Promise.all(
      to.map((one) => this.#sendToOne({ ...message, fields: undefined, to: one })),
    );
    const failed = sent.flatMap((each, at) => (each.ok ? [] : [`${to[at] ?? ''}: ${each.message}`]));
    const reached = sent.flatMap((each) => (each.ok ? [each.deliveredTo] : []));
    if (failed.length === 0) return { ok: true, deliveredTo: reached.join(', '), resumed: false };
    const rest = reached.length === 0 ? 'No one else got it.' : `Delivered to ${reached.join(', ')}.`;
    return { ok: false, code: 'not-delivered', message: `Not delivered to ${failed.join('; ')} ${rest}` };
  }

  async #sendToOne(message: SentMessage): Promise<SendResult> {
    const { to, text: given, fields, from } = message;
    const { roster, team, mailbox, resume } = this.#options;
    const main = this.#options.main();
    const refuse = (code: string, message: string): SendResult => ({ ok: false, code, message });
    const sender = from === undefined ? 'main' : `${roster.get(from)?.name ?? from} (${from})`;
    const found = to === 'main' ? undefined : roster.addressee(to);
    if (typeof found === 'string') return refuse('no-such-agent', found);
    if (to === 'main' ? from === undefined : found?.id === from) {
      return refuse('own-message', 'An agent cannot send a message to itself.');
    }
    if (found !== undefined && team?.hasLeft(found.id) === true) {
      return refuse('has-left', `${to} has left the team. Call Agent to open another one.`);
    }
    while (found !== undefined && openRun(found) === undefined) {
      const { waking, closed } = found;
      // One message after the other: only the first may wake it.
      await (waking ?? closed);
      if (waking === undefined && found.waking === undefined && found.closed === closed) break;
    }
    if (found?.stoppedBy === 'person' && openRun(found) === undefined) {
      return refuse('stopped-by-user', `The user stopped ${to}; only the user can continue it.`);
    }
    const agent = found === undefined ? main : openRun(found)?.agent;
    if (agent === undefined && main === undefined) return refuse('no-agent', 'The session has no agent.');
    const wakeUps = agent?.runtime.agent.wakeUps;
    if (wakeUps !== undefined && wakeUps.waitingMessages() >= MAX_WAITING_MESSAGES) {
      return refuse(
        'too-many-messages',
        `${MAX_WAITING_MESSAGES} messages already wait for ${to}. Wait until it has read them.`,
      );
    }
    const meant = team?.interpret(fields, from, found?.id);
    if (meant?.ok === false) return meant;
    const said = `Message from the agent ${sender}:\n${escapeHarnessTags(meant?.text ?? given)}`;
    const posted = mailbox.post(found?.id, said);
    if (!posted.ok) return refuse('not-stored', `The message could not be stored: ${posted.message}`);
    if (found !== undefined) this.#tellWhenIdle(found.id, message);
    if (wakeUps !== undefined) {
      wakeUps.sendMessage(said, posted.onRead);
      return { ok: true, deliveredTo: found?.id ?? 'main', resumed: false };
    }
    if (found === undefined) return refuse('no-agent', 'The session has no agent.');
    const waking = resume(found, said);
    found.waking = waking;
    const resumed = await waking.finally(() => (found.waking = undefined));
    // Refused or in its conversation now: either way nothing is left to deliver.
    posted.onRead();
    return resumed;
  }

  /** Messages that an earlier program of the session had not delivered. */
  deliverUnread(agent: AssembledAgent, id: string | undefined): void {
    for (const { text, onRead } of this.#options.mailbox.takeUnread(id, JSON.stringify(agent.messages()))) {
      agent.runtime.agent.wakeUps.sendMessage(text, onRead);
    }
  }
}
