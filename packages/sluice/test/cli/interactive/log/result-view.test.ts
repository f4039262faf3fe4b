import { expect, it } from 'vitest';
import { resultView } from '../../../../src/cli/interactive/log/result-view.ts';

const hunk = { oldStart: 3, newStart: 3, oldLines: 2, newLines: 2, lines: [' a', '-b', '+c', '+d'] };

it.each([
  ['a change', { filePath: '/f', structuredPatch: [hunk] }, { kind: 'difference', counts: '+2 \u22121' }],
  [
    'a new file',
    { type: 'create', filePath: '/f', content: 'a\nb\n', structuredPatch: [] },
    { kind: 'difference', counts: 'new, 2 lines', hunks: [] },
  ],
  ['a file that stays as it was', { type: 'update', content: 'a', structuredPatch: [] }, undefined],
  ['output', { stdout: 'a\nb\n', stderr: '' }, { kind: 'output', text: 'a\nb\n' }],
  ['an image', { stdout: 'data:image/png;base64,AA', isImage: true }, undefined],
  ['a command that has only begun', { stdout: '', backgroundTaskId: 'b1' }, { kind: 'background' }],
  ['an agent that has only begun', { status: 'async_launched' }, { kind: 'background' }],
  ['a broken patch', { structuredPatch: [{ lines: 'x' }, 7] }, undefined],
  ['anything else', 'text', undefined],
])('%s', (_, view, shown) => {
  const found = resultView(view);
  if (shown === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(shown);
});
