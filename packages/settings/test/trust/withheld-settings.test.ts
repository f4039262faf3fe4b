import { afterEach, beforeEach, expect, it } from 'vitest';
import { forgetTrust, isTrusted, loadSettings, trustDirectory, withheldSettings } from '../../src/index.ts';
import { makeScratch, type Scratch } from '../scratch.ts';

let scratch: Scratch;
beforeEach(() => {
  scratch = makeScratch();
});
afterEach(() => scratch.dispose());

const withheld = (): unknown =>
  withheldSettings(loadSettings(scratch.options)).map(({ key, part }) => [key, part.line, part.given]);

it('names what waits for trust, by key and place, and nothing that counts or could never count', async () => {
  scratch.write(
    'project/.sluice/settings.json',
    [
      '{"permissions": {"deny": ["A"],',
      '"allow": ["B"]},',
      '"env": {"PORT": "80"},',
      '"sandbox": {"enabled": true, "network": {"deniedDomains": ["c.d"],',
      '"allowedDomains": ["a.b"]}},',
      '"hooks": {"Stop": []}}',
    ].join('\n'),
  );
  scratch.write('home/.sluice/settings.json', { permissions: { allow: ['C'] } });
  expect(withheld()).toEqual([
    ['permissions.allow', 2, 'B'],
    ['hooks', 6, { Stop: [] }],
    ['sandbox.network.allowedDomains', 5, 'a.b'],
    ['env', 3, '80'],
  ]);
  await trustDirectory(scratch.project, scratch.options);
  expect(withheld()).toEqual([]);
});

it('trust that was given can be taken back, that of one directory alone', async () => {
  const { project, home, options } = scratch;
  expect(await forgetTrust(project, options)).toEqual({ ok: true, files: [] });
  for (const root of [home, project]) await trustDirectory(root, options);
  expect(await forgetTrust(project, options)).toEqual({ ok: true, files: [`${home}/.sluice/trust.json`] });
  expect([isTrusted(project, options), isTrusted(home, options)]).toEqual([false, true]);
  expect(await forgetTrust(project, options)).toEqual({ ok: true, files: [] });
});
