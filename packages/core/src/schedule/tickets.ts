import { conflictsOf, type Access } from './access.ts';

/**
 * Queues for resources, in call order: a call holds one ticket per node and counts those that an earlier conflicting ticket blocks. No
 * step looks at more tickets than it opens or blocks, however many calls wait.
 */
export interface TicketHolder<Self = unknown> {
  /** Place in call order; unique. */
  readonly order: number;
  /** The tickets that it holds, as a linked list. */
  firstTicket: Ticket<Self> | undefined;
  /** Number of tickets that an earlier conflicting one blocks; at 0 the call may go. */
  shutTickets: number;
}

interface Ticket<Holder> {
  readonly holder: Holder;
  readonly node: Node<Holder>;
  readonly access: Access;
  /** How many of the conflicting queues of the node have an earlier head. */
  blockedBy: number;
  previous: Ticket<Holder> | undefined;
  next: Ticket<Holder> | undefined;
  /** The holder's next ticket. */
  readonly nextOfHolder: Ticket<Holder> | undefined;
}

interface Queue<Holder> {
  head: Ticket<Holder> | undefined;
  tail: Ticket<Holder> | undefined;
}

interface Node<Holder> {
  readonly key: string;
  readonly queues: Partial<Record<Access, Queue<Holder>>>;
  size: number;
}

interface TicketOffice<Holder extends TicketHolder<Holder>> {
  /** Takes tickets in the holder's place. `onShut` is called for each later holder that had all tickets open and no longer has. */
  enter(holder: Holder, demands: ReadonlyMap<string, Access>, onShut: (holder: Holder) => void): void;
  /** The earliest holder that one waits for; undefined if it may go. */
  blockerOf(holder: Holder): Holder | undefined;
  /** Returns all tickets. `onOpen` is called for each holder whose last blocked ticket this opened. */
  leave(holder: Holder, onOpen: (holder: Holder) => void): void;
}

export function createTicketOffice<Holder extends TicketHolder<Holder>>(): TicketOffice<Holder> {
  const nodes = new Map<string, Node<Holder>>();

  return {
    enter(holder, demands, onShut) {
      for (const [key, access] of demands) {
        const node = nodes.get(key) ?? createNode(nodes, key);
        const ticket: Ticket<Holder> = {
          holder,
          node,
          access,
          blockedBy: 0,
          previous: undefined,
          next: undefined,
          nextOfHolder: holder.firstTicket,
        };
        for (const other of conflictsOf(access)) {
          const head = node.queues[other]?.head;
          if (head !== undefined && head.holder.order < holder.order) ticket.blockedBy += 1;
        }
        if (ticket.blockedBy > 0) holder.shutTickets += 1;
        holder.firstTicket = ticket;
        insert(queueOf(node, access), ticket);
        node.size += 1;
        if (ticket.previous === undefined) {
          forLaterConflicting(ticket, ticket.next, (later) => {
            later.blockedBy += 1;
            if (later.blockedBy === 1 && ++later.holder.shutTickets === 1) onShut(later.holder);
          });
        }
      }
    },
    blockerOf(holder) {
      let found: Holder | undefined;
      for (let ticket = holder.firstTicket; ticket !== undefined; ticket = ticket.nextOfHolder) {
        if (ticket.blockedBy === 0) continue;
        for (const other of conflictsOf(ticket.access)) {
          const head = ticket.node.queues[other]?.head?.holder;
          if (head !== undefined && head.order < (found?.order ?? holder.order)) found = head;
        }
      }
      return found;
    },
    leave(holder, onOpen) {
      for (let ticket = holder.firstTicket; ticket !== undefined; ticket = ticket.nextOfHolder) {
        const { next } = ticket;
        const wasHead = ticket.previous === undefined;
        unlink(queueOf(ticket.node, ticket.access), ticket);
        ticket.node.size -= 1;
        if (ticket.node.size === 0) nodes.delete(ticket.node.key);
        else if (wasHead) {
          forLaterConflicting(ticket, next, (later) => {
            later.blockedBy -= 1;
            if (later.blockedBy === 0 && --later.holder.shutTickets === 0) onOpen(later.holder);
          });
        }
      }
      holder.firstTicket = undefined;
      holder.shutTickets = 0;
    },
  };
}

function createNode<Holder>(nodes: Map<string, Node<Holder>>, key: string): Node<Holder> {
  const node: Node<Holder> = { key, size: 0, queues: {} };
  nodes.set(key, node);
  return node;
}

/** Most nodes only ever see one or two kinds of access. */
function queueOf<Holder>({ queues }: Node<Holder>, access: Access): Queue<Holder> {
  return (queues[access] ??= { head: undefined, tail: undefined });
}

/**
 * The tickets whose count changes when `ticket` becomes or stops being the head of its queue: those of conflicting accesses after it, up
 * to and including `otherHead`, the ticket that is head when it is not.
 */
function forLaterConflicting<Holder extends TicketHolder<Holder>>(
  ticket: Ticket<Holder>,
  otherHead: Ticket<Holder> | undefined,
  change: (later: Ticket<Holder>) => void,
): void {
  const { node, access, holder } = ticket;
  const last = otherHead === undefined ? Infinity : otherHead.holder.order;
  for (const other of conflictsOf(access)) {
    let later = node.queues[other]?.head;
    while (later !== undefined && later.holder.order <= holder.order) later = later.next;
    while (later !== undefined && later.holder.order <= last) {
      const { next } = later;
      change(later);
      later = next;
    }
  }
}

/** Keeps the queue in call order; nearly always at the end. */
function insert<Holder extends TicketHolder<Holder>>(queue: Queue<Holder>, ticket: Ticket<Holder>): void {
  const { order } = ticket.holder;
  if (queue.tail === undefined) {
    queue.head = ticket;
    queue.tail = ticket;
    return;
  }
  if (queue.tail.holder.order < order) {
    ticket.previous = queue.tail;
    queue.tail.next = ticket;
    queue.tail = ticket;
    return;
  }
  let after = queue.head;
  while (after !== undefined && after.holder.order < order) after = after.next;
  ticket.next = after;
  ticket.previous = after?.previous;
  if (after !== undefined) after.previous = ticket;
  if (ticket.previous === undefined) queue.head = ticket;
  else ticket.previous.next = ticket;
}

/** The ticket forgets its neighbors: one in the old generation would keep all that follow from being collected. */
function unlink<Holder>(queue: Queue<Holder>, ticket: Ticket<Holder>): void {
  if (ticket.previous === undefined) queue.head = ticket.next;
  else ticket.previous.next = ticket.next;
  if (ticket.next === undefined) queue.tail = ticket.previous;
  else ticket.next.previous = ticket.previous;
  ticket.previous = undefined;
  ticket.next = undefined;
}
