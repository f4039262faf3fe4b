import { expect, it } from 'vitest';
import { mentionedFiles } from '../../src/skills/mentioned-files.ts';

const FILES = [
  'Bild-ü.png',
  'src/héllo.js',
  'src/[id]/page.tsx',
  '(group)/a&b,c.ts',
  '文件.txt',
  'one two.txt',
  'a.ts',
  "it's",
  'end.',
  'C#.md',
];

it.each([
  [
    'see @Bild-ü.png, (@src/héllo.js) and @src/[id]/page.tsx.',
    ['Bild-ü.png', 'src/héllo.js', 'src/[id]/page.tsx'],
  ],
  ['@(group)/a&b,c.ts @文件.txt。 @C#.md: @end.', ['(group)/a&b,c.ts', '文件.txt', 'C#.md', 'end.']],
  ['@"one two.txt" @a.ts:12 @a.ts\'s @a.ts#L5 @it\'s', ['one two.txt', 'a.ts', "it's"]],
  ['@param {string} ada@a.ts @a.ts,@gone.ts @@a.ts @', ['param', 'a.ts']],
  [
    '@no/such-ü.txt! @src/[id]/gone.tsx @app.route(x) ("@{x}")',
    ['no/such-ü.txt', 'src/[id]/gone.tsx', 'app.route'],
  ],
  [`@"${'x'.repeat(3)}`, []],
  [`@${'x.'.repeat(5000)}`, ['x.'.repeat(5000).slice(0, -1)]],
])('%s mentions %j', (text, mentioned) => {
  expect(mentionedFiles(text, (path) => FILES.includes(path))).toEqual(mentioned);
});
