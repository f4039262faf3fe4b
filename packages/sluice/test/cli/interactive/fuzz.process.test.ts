import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calls, words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

type Step =
  | { readonly kind: 'type'; readonly text: string }
  | { readonly kind: 'key'; readonly name: string }
  | { readonly kind: 'resize'; readonly columns: number; readonly rows: number };

/** What a person types who does not look at the screen. Nothing of it sends the draft or turns to the question. */
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      text: fc.stringMatching(/^[0-9a-z ]{1,8}$/),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('key' as const),
      name: fc.constantFrom('Left', 'Right', 'Down', 'C-l'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('resize' as const),
      columns: fc.constantFrom(50, 72, 80, 100, 130),
      rows: fc.integer({ min: 16, max: 40 }),
    }),
  },
);

it('answers no question by keys typed for something else, keeps the draft, and gives the terminal back', async () => {
  const gate = Promise.withResolvers<void>();
  const names = Array.from({ length: 12 }, (_, index) => `made${index}`);
  const bash = names.map((name): ['Write', Record<string, string>] => [
    'Write',
    { file_path: `${name}.txt`, content: name },
  ]);
  const { content } = calls(...bash);
  const server = await serverFor([
    { content: [{ type: 'gate', opened: gate.promise }, ...content] },
    words('never said'),
  ]);
  const seed = Number(process.env['SLUICE_SEED']) || 20_261_123;
  const steps = fc.sample(STEP, { numRuns: 120, seed });
  const scene = await Scene.open({ server });
  scene.say('go');
  await server.request(0);
  let draft = 'draft ';
  scene.type(draft);
  await scene.shows(/^> draft/m);
  for (const [index, step] of steps.entries()) {
    if (index === 20) gate.resolve();
    if (step.kind === 'type') {
      draft += step.text;
      scene.type(step.text);
    } else if (step.kind === 'key') scene.press(step.name);
    else await scene.resize(step.columns, step.rows);
    // The keys at the edges leave a line that is all in one row where it is.
    if (step.kind === 'key') scene.press('C-e');
  }
  await scene.resize(100, 24);
  await scene.resize(80, 24);
  const screen = await scene.shows(/1 of 12[^]*Tab answers[^]*esc stops/);
  expect(scene.history(), `seed ${seed}`).not.toContain('asked:');
  const typed = screen.slice(screen.indexOf('\n> ') + 3).replaceAll(/\s+/g, '');
  expect(typed.startsWith(draft.replaceAll(/\s+/g, '').slice(0, 40)), `seed ${seed}`).toBe(true);
  expect(screen.match(/ % of 200k/g)).toHaveLength(1);
  const pid = scene.tmux('list-panes', '-F', '#{pane_pid}').trim();
  scene.tmux('run-shell', `pkill -TERM -P ${pid}`);
  await scene.backInShell();
});
