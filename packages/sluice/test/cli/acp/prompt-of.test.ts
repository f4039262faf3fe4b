import { expect, test } from 'vitest';
import { promptOf } from '../../../src/cli/acp/prompt-of.ts';

const PDF = Buffer.from('%PDF-1.4').toString('base64');
const source = { type: 'base64', media_type: 'application/pdf', data: PDF };
const attached = (uri: string, mimeType: string, blob: string) => ({
  ...{ type: 'resource', resource: { uri, mimeType, blob } },
});

test.each([
  [attached('file:///a/b.pdf', 'application/pdf', PDF), { type: 'document', source, title: 'b.pdf' }],
  [
    attached('file:///a/b.pdf', 'application/pdf', 'e30='),
    { type: 'text', text: '@/a/b.pdf (application/pdf, not shown: the data is not a PDF document)' },
  ],
  [
    attached('file:///secret/b.pdf', 'application/pdf', PDF),
    { type: 'text', text: '@/secret/b.pdf (not shown: a permission rule denies reading it)' },
  ],
  [
    attached('file:///a/b.zip', 'application/zip', 'e30='),
    { type: 'text', text: '@/a/b.zip (application/zip, not shown here)' },
  ],
] as const)('what an editor attaches reaches the model in the form that it takes: %j', (given, expected) => {
  const { content } = promptOf([{ ...given, type: 'resource' }], (path) => !path.startsWith('/secret'));
  expect(content).toEqual([expected]);
});
