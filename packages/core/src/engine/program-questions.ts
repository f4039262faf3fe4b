import { canonical } from './resumption.ts';
import type { JournaledQuestion } from '../journal/questions.ts';
import type { JournalWriter } from '../journal/writer.ts';
import { sha256 } from '../ports/memory/sha256.ts';

/** A call as a program shows it to its user. */
export interface AskedCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** Questions about calls that a program asks its user by itself, before any message has the call. */
export interface ProgramQuestions {
  /** The user is asked about this call now. Journaled, so that it is known in a later process. */
  note(call: AskedCall): Promise<void>;
  /**
   * What the user was asked: about exactly this call (id, name and input), about another one with this id, or nothing. `unknown`: nothing in
   * this process, and there is no journal that would tell of an earlier one.
   */
  about(call: AskedCall): Promise<'this' | 'another' | 'nothing' | 'unknown'>;
  /** Whether the user was asked about the call, and it has no result yet. */
  isOpen(callId: string): boolean;
}

export class Questions implements ProgramQuestions {
  readonly #asked: Map<string, JournaledQuestion>;
  readonly #journal: JournalWriter;

  constructor(journal: JournalWriter, journaled: ReadonlyMap<string, JournaledQuestion> = new Map()) {
    this.#journal = journal;
    this.#asked = new Map(journaled);
  }

  async note(call: AskedCall): Promise<void> {
    const { id: callId, name } = call;
    const input = await hashOf(call);
    const known = this.#asked.get(callId);
    if (known?.isOpen === true && known.name === name && known.input === input) return;
    this.#asked.set(callId, { name, input, isOpen: true });
    // Without the line, no later process takes an approval for this call.
    this.#journal.write({ type: 'asked', callId, name, input });
  }

  async about(call: AskedCall): Promise<'this' | 'another' | 'nothing' | 'unknown'> {
    const known = this.#asked.get(call.id);
    if (known === undefined) return this.#journal.isOn ? 'nothing' : 'unknown';
    return known.name === call.name && known.input === (await hashOf(call)) ? 'this' : 'another';
  }

  isOpen(callId: string): boolean {
    return this.#asked.get(callId)?.isOpen === true;
  }

  /** A message has the call. */
  received(callId: string): void {
    const known = this.#asked.get(callId);
    if (known !== undefined) this.#asked.set(callId, { ...known, isOpen: false });
  }
}

async function hashOf({ input }: AskedCall): Promise<string> {
  return sha256(new TextEncoder().encode(canonical(input)));
}
