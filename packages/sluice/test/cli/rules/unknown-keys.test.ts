import { expect, it } from 'vitest';
import { unknownKeys } from '../../../src/cli/rules/check/unknown-keys.ts';
import { openRules } from '../../../src/cli/rules/open-rules.ts';
import { createPlace } from './place.ts';

it('tells each key that no one knows with its place, and none that is reported as a near miss', () => {
  const place = createPlace();
  place.write('home/.sluice/settings.json', {
    $schema: 'x',
    model: 'm',
    env: { ANYTHING: '1' },
    hooks: {},
    sandbox: { network: { foo: 1, allowedDomans: [] } },
    permissions: { alow: [] },
    bogus: 1,
  });
  const { loaded } = openRules(place);
  const told = unknownKeys(loaded);
  expect(told.map(({ message }) => message.slice(0, message.indexOf(' is ')))).toEqual([
    '"bogus"',
    '"sandbox.network.foo"',
  ]);
  for (const { line, column, file } of told) {
    expect([line, column]).toEqual([expect.any(Number), expect.any(Number)]);
    expect(file).toContain('settings.json');
  }
});
