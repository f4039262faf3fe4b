import type { SubAgentPort } from '@sluice/agent';

/** Lets teammates finish when the person leaves; whoever leaves again doesn't wait for them. */
export class TeamDismissal {
  #waiting: AbortController | undefined;

  /**
   * Asks teammates that still work to shut down, and resolves when none does.
   * @param stopped when it is aborted, they are stopped at once
   */
  async run(
    team: Pick<SubAgentPort, 'team' | 'tearDown'> | undefined,
    stopped: AbortSignal,
    note: (text: string) => void,
  ): Promise<void> {
    const working = team?.team()?.working ?? [];
    if (team === undefined || working.length === 0 || stopped.aborted) return;
    note(`Asking ${working.join(', ')} to finish, for at most 10 seconds. Leave again to end at once.`);
    this.#waiting = new AbortController();
    await team.tearDown(AbortSignal.any([stopped, this.#waiting.signal]));
    this.#waiting = undefined;
  }

  hurry(): void {
    this.#waiting?.abort();
  }
}
