import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { ended, parseLines, startCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { words } from './support/answers.ts';
import { printPlace, runPrint, STREAM } from './support/print.ts';

test('an instruction file outside needs trust, never beats a deny rule, and the user hears of it', async () => {
  await using server = await startModelServer(() => words('Hi.'));
  const place = printPlace(server);
  const outside = scratch();
  for (const name of ['secret', 'linked']) writeFileSync(join(outside, name), `The ${name} text.`);
  writeFileSync(join(place.cwd, 'CLAUDE.md'), `Rule one. @${outside}/secret`);
  symlinkSync(join(outside, 'linked'), join(place.cwd, 'CLAUDE.local.md'));
  const sent = (): string => JSON.stringify(server.requests.at(-1)?.body);
  const warnings = (stdout: string): readonly unknown[] =>
    parseLines(stdout)
      .filter(({ subtype }) => subtype === 'informational')
      .map(({ content }) => content);

  const untrusted = await runPrint(place, 'hi', ...STREAM);
  expect(untrusted.status).toBe(0);
  expect(sent()).toContain('Rule one.');
  for (const text of ['secret text', 'linked text']) expect(sent()).not.toContain(text);
  const remedy = `To include it, trust the project: sluice rules trust ${place.cwd}`;
  const why = (name: string) => `${outside}/${name} is outside the working directory. ${remedy}`;
  const told = [
    `${outside}/secret, imported by ${place.cwd}/CLAUDE.md, was skipped: ${why('secret')}`,
    `${place.cwd}/CLAUDE.local.md was skipped: ${why('linked')}`,
  ];
  expect(warnings(untrusted.stdout)).toEqual(told);
  expect(untrusted.stderr).toBe(told.map((text) => `sluice: ${text}\n`).join(''));

  // The remedy is the one that works.
  const [, ...command] = remedy.slice(remedy.indexOf(': ') + 2).split(' ');
  expect(await ended(startCli(command, place))).toMatchObject({ status: 0 });
  const trusted = await runPrint(place, 'hi');
  expect(trusted.stderr).toBe('');
  for (const text of ['secret text', 'linked text']) expect(sent()).toContain(text);

  mkdirSync(join(place.home, '.claude'));
  const user = { permissions: { ask: [`Read(/${outside}/linked)`] } };
  writeFileSync(join(place.home, '.claude', 'settings.json'), JSON.stringify(user));
  const denied = await runPrint(place, 'hi', '--disallowedTools', `Read(/${outside}/sec*)`);
  for (const text of ['secret text', 'linked text']) expect(sent()).not.toContain(text);
  expect(denied.stderr).toContain(`the deny rule Read(/${outside}/sec*) (command line) matches`);
  expect(denied.stderr).toContain(`the ask rule Read(/${outside}/linked) (user, `);

  writeFileSync(join(place.home, '.claude', 'CLAUDE.md'), 'Rule of the user.');
  await runPrint(place, 'hi', '--setting-sources', 'user');
  expect(sent()).toContain('Rule of the user.');
  expect(sent()).not.toContain('Rule one.');
});
