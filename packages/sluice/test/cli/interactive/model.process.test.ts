import { expect, it } from 'vitest';
import { words } from '../print/support/answers.ts';
import { Scene } from './support/scene.ts';
import { serverFor } from './support/server-for.ts';

it('changes the model and its effort between two prompts, and shows both', async () => {
  const server = await serverFor([words('one'), words('two'), words('three'), words('four')]);
  const env = { ANTHROPIC_DEFAULT_SONNET_MODEL: 'anthropic/claude-sonnet-4-5' };
  const scene = await Scene.open({ server, columns: 120, args: ['--effort', 'low'], env });
  await scene.shows(/default · 0 % of 200k · claude-sonnet-4-5 · effort low · \/help/);
  scene.say('first');
  await scene.logs(/^one$/m);
  scene.say('/effort hihg');
  await scene.logs(/There is no effort hihg; did you mean high\? Use default, low, /);
  scene.say('/effort high');
  await scene.logs(/^The effort is now high\.$/m);
  scene.say('second');
  await scene.logs(/^two$/m);

  scene.say('/effort');
  await scene.shows(/── Effort: how much the model thinks [^]*❯ high\n/);
  scene.press('Up');
  await scene.shows(/❯ medium\n/);
  scene.press('Enter');
  await scene.logs(/^The effort is now medium\.$/m);

  scene.say('/model');
  await scene.shows(
    /── Model [^]*❯ claude-sonnet-4-5 +current, sonnet, used before\n[^]*←→ effort: medium · Enter/,
  );
  scene.press('Right');
  await scene.shows(/←→ effort: high · /);
  // The filter of a list is not a command: no menu opens below it.
  scene.type('/mo');
  await scene.shows(/^ {2}nothing matches[^\n]*\n> \/mo\n {2}\w+ · /m);
  scene.press('C-u');
  scene.type('opus');
  await scene.shows(/❯ anthropic\/claude-opus-5-5 +opus\n/);
  scene.press('Enter');
  await scene.logs(/^The effort is now high\.\nThe model is now anthropic\/claude-opus-5-5\.$/m);
  await scene.shows(/ · claude-opus-5-5 · effort high · /);
  scene.say('third');
  await scene.logs(/^three$/m);
  scene.say('/effort default');
  await scene.logs(/^The effort is now low\.$/m);
  scene.say('fourth');
  await scene.logs(/^four$/m);
  scene.say('/model claude-opos-5-5');
  await scene.logs(
    /no price for this model, so its cost is unknown\.\s+If you meant claude-opus-5-5, run: \/model claude-opus-5-5$/m,
  );
  await scene.leave();
  expect(server.requests.map(({ body }) => body)).toMatchObject([
    { model: 'claude-sonnet-4-5', output_config: { effort: 'low' } },
    { model: 'claude-sonnet-4-5', output_config: { effort: 'high' } },
    { model: 'claude-opus-5-5', output_config: { effort: 'high' } },
    { model: 'claude-opus-5-5', output_config: { effort: 'low' } },
  ]);
});
