import type { StoppingProcesses } from '@sluice/process';

/** The interrupts of a client: a second one for the same prompt kills what the first one asked to stop. */
export class Interrupts {
  #isRepeated = false;

  /** The agent has taken a message. */
  begin(): void {
    this.#isRepeated = false;
  }

  /** One has come. */
  take(stopping: Pick<StoppingProcesses, 'kill'>): void {
    if (this.#isRepeated) stopping.kill();
    this.#isRepeated = true;
  }
}
