import { expect, it } from 'vitest';
import { TeamDismissal } from '../../../../src/cli/interactive/leave/team-dismissal.ts';

function team(working: readonly string[]) {
  const asked: AbortSignal[] = [];
  return {
    asked,
    team: () => ({ name: 'session-1', members: working, working }),
    tearDown: async (signal: AbortSignal): Promise<void> => {
      asked.push(signal);
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  };
}

const NEVER = new AbortController().signal;

it('waits for teammates that work, until the person leaves again', async () => {
  const port = team(['one', 'two']);
  const notes: string[] = [];
  const dismissal = new TeamDismissal();
  const done = dismissal.run(port, NEVER, (text) => notes.push(text));
  expect(notes).toEqual([expect.stringMatching(/^Asking one, two to finish/)]);
  expect(port.asked.map(({ aborted }) => aborted)).toEqual([false]);
  dismissal.hurry();
  await done;
  expect(port.asked.map(({ aborted }) => aborted)).toEqual([true]);
  // Harmless later on.
  dismissal.hurry();
});

it('does not wait where no one works, or after a signal', async () => {
  const notes: string[] = [];
  const note = (text: string): void => void notes.push(text);
  const idle = team([]);
  const stopped = team(['one']);
  await new TeamDismissal().run(idle, NEVER, note);
  await new TeamDismissal().run(undefined, NEVER, note);
  await new TeamDismissal().run(stopped, AbortSignal.abort(), note);
  expect([idle.asked, stopped.asked, notes]).toEqual([[], [], []]);
});
