import type { Step } from './steps.ts';

interface OpenMessage {
  readonly step: Step;
  /** Calls that Mastra runs now. */
  running: number;
  /** Calls that asked, and that no one has answered yet. */
  readonly asked: Set<string>;
}

/**
 * The calls of one message of a run. Mastra doesn't say where a message ends, but goes on to the next one only when each call that asked is
 * answered, and each call has its result.
 */
export class RunSteps {
  readonly #open: () => Step;
  readonly #runs = new Map<string, OpenMessage>();

  constructor(open: () => Step) {
    this.#open = open;
  }

  /** Does the work of a call in the step of its message; the work reports if the call asked. */
  async during<Output>(
    runId: string | undefined,
    callId: string,
    work: (step: Step, noteAsked: () => void) => Promise<Output>,
  ): Promise<Output> {
    if (runId === undefined) return work(this.#open(), () => {});
    const message = this.#runs.get(runId) ?? { step: this.#open(), running: 0, asked: new Set() };
    this.#runs.set(runId, message);
    message.running += 1;
    let hasAsked = false;
    try {
      return await work(message.step, () => void (hasAsked = true));
    } finally {
      message.running -= 1;
      if (hasAsked) message.asked.add(callId);
      else message.asked.delete(callId);
      if (message.running === 0 && message.asked.size === 0) this.#runs.delete(runId);
    }
  }
}
