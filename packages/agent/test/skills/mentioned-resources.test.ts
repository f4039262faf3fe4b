import { expect, it } from 'vitest';
import { mentionedResources } from '../../src/skills/mentioned-resources.ts';

it.each([
  ['see @docs:file:///a/b.md, and (@docs:x:1).', ['docs file:///a/b.md', 'docs x:1']],
  ['@docs:one @docs:one @my-db:table://users?limit=3', ['docs one', 'my-db table://users?limit=3']],
  ['mail ada@docs:one, @other:one, @docs: one, @docs', []],
  ['', []],
])('%s mentions %j', (text, mentioned) => {
  const found = mentionedResources(text, (name) => ['docs', 'my-db'].includes(name));
  expect(found.map(({ server, uri }) => `${server} ${uri}`)).toEqual(mentioned);
});
