/** What the agent does now: `requires-action` while any person is asked. */
export type Activity = 'idle' | 'running' | 'requires-action';

/** Counts what is at work and what waits for a person, and tells each change once. */
export interface ActivityCount {
  readonly current: Activity;
  begin(): void;
  end(): void;
  /** An ask is open; the same key twice counts once. */
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
      // Where nothing is at work nobody waits for an answer: what failed may have left its asks open.
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
