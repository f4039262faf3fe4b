import { describe, expect, it } from 'vitest';
import { judge, type Judged } from './judge.ts';

/** What is said first of a call. */
const ROWS: readonly (readonly [string, Judged, RegExp])[] = [
  ['ls | xargs npm run test', { allow: ['Bash(npm run test *)'] }, /^the allow rule Bash\(npm run test \*\)/],
  ['sudo ls', { allow: ['Bash(sudo ls)'] }, /^the allow rule Bash\(sudo ls\)/],
  [
    'git -c core.pager=x log',
    { allow: ['Bash(git -c core.pager=x log)'] },
    /^the allow rule Bash\(git -c core\.pager=x log\)/,
  ],
  ['ls && touch a', { mode: 'acceptEdits' }, /^the mode acceptEdits allows touch a$/],
  ['ls', { allow: ['Bash(rm *)'] }, /^ls only reads$/],
  ['cat < .env', { deny: ['Read(.env)'] }, /matches cat < \/p\/\.env$/],
  ['while read x; do ls; done < .env', { deny: ['Read(.env)'] }, /matches < \/p\/\.env$/],
  ['echo > .env', { deny: ['Read(.env)'] }, /matches echo > \/p\/\.env$/],
  [
    'echo x >& sec/*',
    { deny: ['Edit(sec/**)'] },
    /^Sluice can't tell what echo x >& sec\/\* runs or touches/,
  ],
  ['echo x >> "$y"', { ask: ['Edit(sec/**)'] }, /^Sluice can't tell what echo x >> "\$y" runs or touches/],
  ['wc -l < sec/*', { deny: ['Read(sec/**)'] }, /^Sluice can't tell what wc -l < sec\/\* runs or touches/],
  ['git diff HEAD~1', { deny: ['Read(.env)'] }, /may apply to one of the files of git diff HEAD~1$/],
];

describe('the reason of a decision', () => {
  it.each(ROWS)('%s', (command, judged, reason) => {
    expect(judge('Bash', command, judged).reason).toMatch(reason);
  });
});
