import { mkdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addRule } from '../../../src/cli/rules/change/add-rule.ts';
import { nearRules } from '../../../src/cli/rules/change/near-rules.ts';
import { removeRule } from '../../../src/cli/rules/change/remove-rule.ts';
import { createPlace } from './place.ts';

const anywhere = { behavior: undefined, from: undefined };

describe('adding', () => {
  it.each([
    ['local', 'project/.sluice/settings.local.json'],
    ['project', 'project/.sluice/settings.json'],
    ['user', 'home/.sluice/settings.json'],
  ] as const)('to %s writes its file once', async (destination, path) => {
    const place = createPlace();
    const file = place.write(path, { model: 'kept' });
    const rule = { behavior: 'deny', text: ' Bash(rm *) ', destination } as const;
    expect(await addRule(rule, place)).toEqual({
      ok: true,
      files: [file],
      message: `added to ${file}: deny Bash(rm *)`,
      warnings: [],
    });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      model: 'kept',
      permissions: { deny: ['Bash(rm *)'] },
    });
    const again = await addRule(rule, place);
    expect(again).toMatchObject({ ok: true, files: [] });
    expect(again.message).toMatch(/^deny Bash\(rm \*\) is already in .*:\d+; nothing was written$/);
  });

  it.each([
    ['allow', 'Bash(npm', /can't be saved: its closing bracket is missing at the end/],
    ['allow', '', /can't be saved: it is empty/],
    ['allow', 'B*', /would have no effect and was not saved: an allow rule takes "\*"/],
    ['allow', 'Write(docs/**)', /would have no effect and was not saved: .*write Edit\(docs\/\*\*\) instead/],
  ] as const)('refuses %s %s', async (behavior, text, message) => {
    const refused = await addRule({ behavior, text, destination: 'user' }, createPlace());
    expect(refused).toMatchObject({ ok: false, files: [] });
    expect(refused.message).toMatch(message);
  });

  it.each([
    ['allow', 'Bash(rm -r x)', /^the rule Bash\(rm \*\) denies everything that this one allows/],
    ['deny', 'Write(docs/**)', /^it is read as Edit\(docs\/\*\*\)/],
    ['deny', 'Bash(npm *)', /settings\.json:\d+: allow Bash\(npm test\): the rule Bash\(npm \*\) denies/],
    // Behind a wildcard it may be met in a text.
    ['allow', 'Bash(npm * && npm run x)', /split at "&&".* only if "&&" is quoted/],
  ] as const)('warns of %s %s', async (behavior, text, warning) => {
    const place = createPlace();
    place.write('home/.sluice/settings.json', {
      permissions: { deny: ['Bash(rm *)'], allow: ['Bash(npm test)'] },
    });
    const added = await addRule({ behavior, text, destination: 'local' }, place);
    expect(added).toMatchObject({ ok: true, warnings: [expect.stringMatching(warning)] });
  });

  it.each([
    ['deny', 'Bsh', /no tool is named Bsh; did you mean Bash\?/],
    ['allow', 'Bsh', /no tool is named Bsh; did you mean Bash\?/],
    ['allow', 'bash(ls)', /names are case-sensitive: write Bash/],
    ['allow', 'Bash(npm test && npm run x)', /split at "&&".* never matches; write/],
    ['deny', 'Bash(a|b)', /split at "\|".* only if "\|" is quoted; write/],
    ['ask', 'Bash(a; b)', /split at ";".* only if ";" is quoted; write/],
    ['allow', 'Bash(git:* push)', /":\*" means "followed by anything" only at the end/],
    ['deny', 'mcp__', /it has no server/],
  ] as const)('refuses %s %s, which misses its purpose, unless forced', async (behavior, text, why) => {
    const place = createPlace();
    const refused = await addRule({ behavior, text, destination: 'local' }, place);
    expect(refused).toMatchObject({ ok: false, files: [] });
    expect(refused.message).toMatch(/ was not saved: .* add --force\.$/s);
    expect(refused.message).not.toContain('?.');
    expect(refused.message).toMatch(why);
    const forced = await addRule({ behavior, text, destination: 'local', isForced: true }, place);
    expect(forced).toMatchObject({ ok: true, warnings: [expect.stringMatching(why)] });
  });

  it('tells of a rule that waits for trust', async () => {
    const added = await addRule(
      { behavior: 'allow', text: 'Bash(x)', destination: 'project' },
      createPlace(),
    );
    expect(added.warnings).toEqual([expect.stringMatching(/not used, because .* is not trusted$/)]);
  });

  it('is refused where only managed rules count', async () => {
    const place = createPlace();
    place.write('managed/managed-settings.json', { allowManagedPermissionRulesOnly: true });
    const refused = await addRule({ behavior: 'deny', text: 'Bash(x)', destination: 'user' }, place);
    expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/^Only managed rules apply/) });
  });

  it('says what is in the way of the file', async () => {
    const place = createPlace();
    place.write('project/.sluice', 'a file');
    const refused = await addRule({ behavior: 'deny', text: 'Bash(x)', destination: 'local' }, place);
    expect(refused).toMatchObject({ ok: false, message: expect.stringMatching(/^Nothing was saved in /) });
    mkdirSync(`${place.home}/.sluice/settings.json`, { recursive: true });
    const again = await addRule({ behavior: 'deny', text: 'Bash(x)', destination: 'user' }, place);
    expect(again).toMatchObject({ ok: false, message: expect.stringMatching(/not a regular file/) });
  });
});

describe('removing', () => {
  it('takes a rule out of every file of its source, a malformed one too', async () => {
    const place = createPlace();
    const own = place.write('project/.sluice/settings.json', {
      permissions: { allow: ['Bash(x', 'Bash(y)'] },
    });
    const other = place.write('project/.claude/settings.json', { permissions: { allow: ['Bash(x'] } });
    const removed = await removeRule({ ...anywhere, text: 'Bash(x' }, place);
    expect(removed).toMatchObject({ ok: true, files: [own, other], warnings: [] });
    expect(JSON.parse(readFileSync(own, 'utf8'))).toEqual({ permissions: { allow: ['Bash(y)'] } });
  });

  it.each([
    ['Bash(rm*)', /^There is no rule "Bash\(rm\*\)" in any settings file; did you mean Bash\(rm \*\)/],
    ['WebSearch', /in any settings file; sluice rules list prints all$/],
    ['Bash(policy)', /managed-settings\.json: This rule comes from a policy of the administrator/],
    ['Bash(twice)', /is in more than one place: deny in .*\(user\), allow in .*\(user\)/],
    ['Read(.env)', /^Nothing was removed: .*settings\.json:\d+ contains Read\(\.env\) in a different form/],
  ])('refuses %s', async (text, message) => {
    const place = createPlace();
    place.write('managed/managed-settings.json', { permissions: { deny: ['Bash(policy)'] } });
    place.write('home/.sluice/settings.json', {
      permissions: { deny: ['Bash(rm *)', 'Bash(twice)'], allow: ['Bash(twice)'] },
      ignorePatterns: ['.env'],
    });
    const refused = await removeRule({ ...anywhere, text }, place);
    expect(refused).toMatchObject({ ok: false, files: [] });
    expect(refused.message).toMatch(message);
  });

  it('takes the one that is said, and names what stays', async () => {
    const place = createPlace();
    place.write('home/.sluice/settings.json', { permissions: { deny: ['Bash(x)'] } });
    const local = place.write('project/.sluice/settings.local.json', { permissions: { deny: ['Bash(x)'] } });
    const removed = await removeRule({ text: 'Bash(x)', behavior: 'deny', from: 'local' }, place);
    expect(removed).toMatchObject({
      ok: true,
      files: [local],
      warnings: [expect.stringMatching(/^deny Bash\(x\) is still in .*settings\.json:\d+ \(user\)$/)],
    });
    const absent = await removeRule({ text: 'Bash(x)', behavior: undefined, from: 'local' }, place);
    expect(absent.message).toMatch(/in the local settings; it exists as deny in .*\(user\)\.$/);
  });
});

it('suggests at most three rules, each once', () => {
  expect(nearRules('Bash(a', ['Bash(a)', 'Bash(a)', 'Bash(b)', 'Bash(c)', 'Bash(d)', 'Read'])).toEqual([
    'Bash(a)',
    'Bash(b)',
    'Bash(c)',
  ]);
});
