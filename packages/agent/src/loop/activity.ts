/** What the agent is doing now; `requires-action` while any question to the user is open. */
export type Activity = 'idle' | 'running' | 'requires-action';

/** Counts running work and open questions, and reports each change once. */
export interface ActivityCount {
  readonly current: Activity;
  begin(): void;
  end(): void;
  /** A question is open. The same key counts once. */
  ask(key: string): void;
  answered(key: string): void;
}

export function createActivityCount(tell: (activity: Activity) => void): ActivityCount {
  let running = 0;
  const asks = new Set<string>();
  let told: Activity = 'idle';
  const look = (): Activity => (asks.size > 0 ? 'requires-action' : running > 0 ? 'running' : 'idle');
  const update = (): void => {
    const now = look();
    if (now === told) return;
    told = now;
    tell(now);
  };
  return {
    get current() {
      return told;
    },
    begin() {
      running += 1;
      update();
    },
    end() {
      running = Math.max(0, running - 1);
      // Once nothing is running, no one waits for an answer; failed work may leave its questions open.
      if (running === 0) asks.clear();
      update();
    },
    ask(key) {
      asks.add(key);
      update();
    },
    answered(key) {
      asks.delete(key);
      update();
    },
  };
}
