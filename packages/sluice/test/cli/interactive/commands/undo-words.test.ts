import { expect, it } from 'vitest';
import { undoWords } from '../../../../src/cli/interactive/commands/undo-words.ts';
import { changedText, wouldText } from '../../../../src/cli/undo/undo-text.ts';

const PRE_IMAGE = { hash: '0', bytes: 1, mode: 0o644, path: '' };

const write = (path: string, callId: string) => ({
  ...{ time: 0, toolName: 'Edit', callId, messageId: 'message-1', path },
  ...{ parentCallId: undefined, hasSucceeded: true, madeDirectory: undefined },
  ...{ before: PRE_IMAGE, afterHash: '1' },
});
const plan = (path: string) => ({
  ...{ path, target: PRE_IMAGE, status: 'changed' as const },
  ...{ writes: [write(path, 'toolu_1')], later: undefined },
});
const WRITES = [write('/app/a.txt', 'toolu_1'), write('/app/a.txt', 'toolu_2')];
const HASH = { hash: '2', changedAt: 0 };

it.each([
  [wouldText(plan('/app/sub/a.txt')), 'would restore sub/a.txt, as before Edit'],
  [`with --force: ${wouldText(plan('/app/a.txt'))}`, 'would restore a.txt, as before Edit'],
  [wouldText(plan('/app/a --force.txt')), 'would restore a --force.txt, as before Edit'],
  [wouldText(plan('/home/app/x')), 'would restore /home/app/x, as before Edit'],
  [wouldText(plan('/application/x')), 'would restore /application/x, as before Edit'],
  [changedText(plan('/app/a.txt'), undefined), 'a.txt has been removed since Edit wrote it'],
  [
    changedText(plan('/app/a.txt'), HASH),
    'a.txt has changed since Edit wrote it (last at 1970-01-01T00:00:00.000Z), by hand or by a program such as a formatter',
  ],
  [
    changedText({ ...plan('/app/a.txt'), later: write('/app/a.txt', 'toolu_2') }, HASH),
    'a.txt was written again by Edit: undo that first',
  ],
  ['  + cd /app/x', '  + cd /app/x'],
  ['  -cp a /app/b; --force it', '  -cp a /app/b; --force it'],
  ['  +see toolu_1 of message-1', '  +see toolu_1 of message-1'],
  ['  @@ -1,1 +1,1 @@', '  @@ -1,1 +1,1 @@'],
])('/undo says %j as %j', (line, shown) => {
  expect(undoWords('/app', WRITES)(line)).toBe(shown);
});
