import { formatBytes } from '../files/text/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import { givenPages } from './pdf/parse-pages.ts';
import type { ReadRequest, ReadSuccess } from './read-kind.ts';
import type { OtherFile } from './read-page.ts';
import { readText } from './read-text.ts';

/** Reads a regular file according to its type, detected from its first bytes. */
export async function readFileAsKind(request: ReadRequest): Promise<ReadSuccess | Problem> {
  const read = await readText(request);
  if (!read.ok) return read;
  const { path, input } = request;
  if (givenPages(input.pages) !== undefined && (read.kind === 'read' || read.type.family !== 'pdf')) {
    const what = read.kind === 'read' ? 'a text' : read.type.name;
    return problem(
      'pages-without-pdf',
      `pages is for PDF documents, and ${path} is ${what}. Leave it out${what === 'a text' ? '; offset and limit choose lines' : ''}.`,
    );
  }
  return read.kind === 'read' ? read : readOther(request, read);
}

/** The readers of these types load on first use: most sessions need none of them. */
function readOther(
  request: ReadRequest,
  { type, size }: OtherFile,
): Promise<ReadSuccess | Problem> | Problem {
  switch (type.family) {
    case 'image':
      return import('./image/read-image.ts').then(({ readImage }) => readImage(request, size));
    case 'pdf':
      return import('./pdf/read-pdf.ts').then(({ readPdf }) => readPdf(request, size));
    case 'notebook':
      return import('./notebook/read-notebook.ts').then(({ readNotebook }) => readNotebook(request, size));
    case 'binary':
      return problem('binary-file', binaryText(request.path, type, size));
    default:
      return type.family satisfies never;
  }
}

function binaryText(path: string, { name, advice }: OtherFile['type'], size: number): string {
  const what = `${path} is ${name} (${formatBytes(size)})`;
  return advice === undefined
    ? `${what}, not text, so Read can't show it.`
    : `${what}, which Read can't show as it is. ${advice}`;
}
