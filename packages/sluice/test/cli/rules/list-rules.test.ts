import { expect, it } from 'vitest';
import { createPalette } from '../../../../base/src/terminal/palette.ts';
import { listRules } from '../../../src/cli/rules/list/list-rules.ts';
import { listText } from '../../../src/cli/rules/list/list-text.ts';
import { directoryOrigins, modeOrigin } from '../../../src/cli/rules/list/origins.ts';
import { openRules } from '../../../src/cli/rules/open-rules.ts';
import { createPlace } from './place.ts';

it('lists rules in the order of decision, then of their sources', () => {
  const place = createPlace();
  place.write('managed/managed-settings.json', { permissions: { allow: ['Bash(a)'], deny: ['Bash(b)'] } });
  place.write('project/.sluice/settings.local.json', {
    permissions: { allow: ['Bash(c)'], ask: ['Bash(d)'] },
  });
  place.write('project/.sluice/settings.json', { permissions: { deny: ['Bash(e)', 'Bash(f)'] } });
  place.write('project/.claude/settings.json', { permissions: { deny: ['Bash(g)'] } });
  place.write('home/.sluice/settings.json', { permissions: { ask: ['Bash(h)'], deny: ['Bash(i)'] } });
  const listed = listRules(openRules(place));
  expect(listed.map(({ behavior, text, source }) => `${behavior} ${text} ${source}`)).toEqual([
    'deny Bash(b) managed',
    'deny Bash(e) project',
    'deny Bash(f) project',
    'deny Bash(g) project',
    'deny Bash(i) user',
    'ask Bash(d) local',
    'ask Bash(h) user',
    'allow Bash(a) managed',
    'allow Bash(c) local',
  ]);
  expect(listed.every(({ unused }) => unused === undefined)).toBe(true);
});

it('says of a malformed rule in which line it stands, and why it does not count', () => {
  const place = createPlace();
  const file = place.write(
    'home/.sluice/settings.json',
    '{"permissions": {\n"allow": ["Bash(x"],\n"deny": ["Bash(ls)",\n"Read()"]},\n"ignorePatterns": [""]}',
  );
  expect(
    listRules(openRules(place)).map(({ text, file: of, line, unused }) => [text, of, line, unused]),
  ).toEqual([
    ['Bash(ls)', file, 3, undefined],
    ['Read()', file, 4, 'malformed: the brackets are empty; write Read alone for every use of it'],
    ['Read()', file, 5, 'malformed: the brackets are empty; write Read alone for every use of it'],
    ['Bash(x', file, 2, 'malformed: its closing bracket is missing at the end'],
  ]);
});

it('knows the lines of the first where very many rules are malformed', () => {
  const place = createPlace();
  const deny = Array.from({ length: 200 }, (_, index) => `Bash(${index}`);
  place.write('home/.sluice/settings.json', { permissions: { deny } });
  const lines = listRules(openRules(place)).map(({ line }) => line);
  expect(lines).toHaveLength(200);
  const known = lines.filter((line) => line !== undefined);
  expect(known.length).toBeGreaterThan(10);
  expect(known).toEqual(known.map((_, index) => index + 4));
});

it.each([
  {
    title: 'what a repository allows and no one trusts',
    managed: {},
    reasons: { 'Bash(one)': /^the directory .*project is not trusted$/, 'Bash(two)': undefined },
  },
  {
    title: 'rules of others where only managed ones count',
    managed: { allowManagedPermissionRulesOnly: true },
    reasons: { 'Bash(one)': /^only managed rules apply here/, 'Bash(two)': /^only managed rules apply here/ },
  },
])('tells of $title', ({ managed, reasons }) => {
  const place = createPlace();
  place.write('managed/managed-settings.json', managed);
  place.write('project/.sluice/settings.json', {
    permissions: { allow: ['Bash(one)'], deny: ['Bash(two)'] },
  });
  const listed = listRules(openRules(place));
  for (const [text, reason] of Object.entries(reasons)) {
    const unused = listed.find((rule) => rule.text === text)?.unused;
    if (reason === undefined) expect(unused).toBeUndefined();
    else expect(unused).toMatch(reason);
  }
});

it('prints a table that one long rule does not widen, and nothing that a terminal obeys', () => {
  const place = createPlace();
  const long = `Bash(${'x'.repeat(5000)})`;
  place.write('home/.sluice/settings.json', {
    permissions: { deny: [long, 'Read(\u202e~/.ssh)'], additionalDirectories: ['/usr'], defaultMode: 'plan' },
  });
  const opened = openRules(place);
  const { loaded } = opened;
  const text = listText(
    listRules(opened),
    modeOrigin(loaded),
    directoryOrigins(loaded),
    createPalette(false),
  );
  const [first = '', second = '', ...rest] = text.split('\n');
  expect(first).toContain(long);
  expect(second.length).toBeLessThan(300);
  expect(text).not.toContain('\u202e');
  expect(rest).toEqual([
    '',
    `mode       plan  (user, ${place.home}/.sluice/settings.json)`,
    `workspace  ${place.cwd}  (working directory)`,
    'workspace  /usr  (user)',
    '',
  ]);
});
