import type { DecodedEvent } from '../../../src/stream/decoded-event.ts';
import { MessageAssembler } from '../../../src/stream/message-assembler.ts';
import { expect, it } from 'vitest';

function assembler() {
  const deltas: unknown[] = [];
  const emit = (event: DecodedEvent): void => {
    if (event.type === 'block-delta') deltas.push(event.delta);
  };
  const options = { api: 'test', emit, maxBlockChars: 1000, callIdPrefix: undefined };
  return { deltas, made: new MessageAssembler({ ...options, toolName: (name) => name }) };
}

const [HIGH, LOW] = ['\ud83c', '\udfff'];

it('joins a pair of surrogates that comes in two pieces', () => {
  const { deltas, made } = assembler();
  made.openText('a');
  for (const piece of [`x${HIGH}`, `${LOW}y`, HIGH, LOW]) made.addText('a', piece, 1);
  made.openCall('b', { id: 'c', name: 'Write' });
  made.addInput('b', `{"a":"${HIGH}`, 1);
  made.addInput('b', `${LOW}"}`, 1);
  made.openOpaque('t', 'thinking', {});
  for (const text of [HIGH, LOW]) made.changeOpaque('t', { delta: { type: 'thinking', text }, size: 1 }, 1);
  expect(deltas).toEqual([
    { type: 'text', text: 'x' },
    { type: 'text', text: '\ud83c\udfffy' },
    { type: 'text', text: '\ud83c\udfff' },
    { type: 'input', json: '{"a":"' },
    { type: 'input', json: '\ud83c\udfff"}' },
    { type: 'thinking', text: '\ud83c\udfff' },
  ]);
});

it.each(['close', 'cut'] as const)('gives half a pair that nothing follows at the %s of its block', (end) => {
  const { deltas, made } = assembler();
  made.openText('a');
  made.addText('a', HIGH, 1);
  expect(deltas).toEqual([]);
  made[end]('a');
  expect(deltas).toEqual([{ type: 'text', text: HIGH }]);
});
