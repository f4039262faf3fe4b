import { expect, it } from 'vitest';
import { Turns } from '../src/turns.ts';

const { signal: never } = new AbortController();

/** Takes turns and keeps a list of who got one, in order. */
function taking(limit: number) {
  const turns = new Turns(limit);
  const got: string[] = [];
  const take = async (name: string, signal = never): Promise<() => void> => {
    const end = await turns.take(signal);
    got.push(name);
    return end;
  };
  return { got, take };
}

it('so many work at the same time; the others follow in order, each once a turn ends', async () => {
  const { got, take } = taking(2);
  const [first, second] = await Promise.all([take('a'), take('b')]);
  const others = ['c', 'd', 'e'].map((name) => take(name));
  expect(got).toEqual(['a', 'b']);
  first();
  // Ending it again gives no one a turn.
  first();
  (await others[0])?.();
  second();
  await Promise.all(others);
  expect(got).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('who gives up waiting holds up no one', async () => {
  const { got, take } = taking(1);
  const end = await take('a');
  const giving = new AbortController();
  const gone = take('b', giving.signal);
  const waiting = take('c');
  giving.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  end();
  await waiting;
  await expect(take('d', giving.signal)).rejects.toThrow('gone');
  expect(got).toEqual(['a', 'c']);
});

it('who gives up as their turn comes takes no one else’s place', async () => {
  const { got, take } = taking(1);
  const end = await take('a');
  const giving = new AbortController();
  const late = take('b', giving.signal);
  const waiting = take('c');
  end();
  giving.abort(new Error('gone'));
  (await late)();
  await waiting;
  expect(got).toEqual(['a', 'b', 'c']);
});
