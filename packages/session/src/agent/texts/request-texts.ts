import type { Attachment } from '@sluice/agent';
import { PlanNotes } from '../../plan/plan-notes.ts';
import { skillsOf, type AgentPieces } from '../agent-pieces.ts';
import { attachEnvironment } from './attach-environment.ts';
import { serverInstructions } from './server-instructions.ts';

/** What an agent's model is told before a request, besides its conversation. */
export class RequestTexts {
  readonly #pieces: AgentPieces;
  readonly #planNotes: PlanNotes;
  #isWoken = false;

  constructor(pieces: AgentPieces) {
    this.#pieces = pieces;
    this.#planNotes = new PlanNotes(pieces.runtime.permission.current, pieces.planWay);
  }

  /** The agent was idle, and works because of a text that waits for it. */
  woke(): void {
    this.#isWoken = true;
  }

  async gather(): Promise<readonly Attachment[]> {
    const { prompt, parts, runtime, movedInstructions, nestedInstructions } = this.#pieces;
    const { conversation } = this.#pieces.opened;
    return [
      ...attachEnvironment(prompt.environment, conversation.messages),
      ...(await this.#notes()),
      ...this.#waiting(),
      ...(movedInstructions?.notes(conversation.messages) ?? []),
      ...(nestedInstructions?.notes(conversation.messages) ?? []),
      ...this.#planNotes.notes(conversation.messages),
      ...((await skillsOf(this.#pieces)?.notes(conversation.messages)) ?? []),
      ...serverInstructions(parts.mcp, runtime, conversation.messages),
    ];
  }

  async #notes(): Promise<readonly Attachment[]> {
    const { notes, opened } = this.#pieces;
    const texts = (await notes?.(opened.conversation.messages)) ?? [];
    return texts.map((text) => ({ text, origin: 'note', isSilent: true }));
  }

  #waiting(): readonly Attachment[] {
    const wasIdle = this.#isWoken;
    this.#isWoken = false;
    return this.#pieces.runtime.agent.takeTexts(wasIdle);
  }
}
