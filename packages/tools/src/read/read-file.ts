import { formatBytes } from '../files/format.ts';
import { problem, type Problem } from '../files/problem.ts';
import { readImage } from './image/read-image.ts';
import { readNotebook } from './notebook/read-notebook.ts';
import { givenPages } from './pdf/parse-pages.ts';
import { readPdf } from './pdf/read-pdf.ts';
import type { ReadRequest, ReadSuccess } from './read-kind.ts';
import type { OtherFile } from './read-page.ts';
import { readText } from './read-text.ts';

/** Reads a regular file as what its first bytes say that it is. */
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

function readOther(
  request: ReadRequest,
  { type, size }: OtherFile,
): Promise<ReadSuccess | Problem> | Problem {
  switch (type.family) {
    case 'image':
      return readImage(request, size);
    case 'pdf':
      return readPdf(request, size);
    case 'notebook':
      return readNotebook(request, size);
    case 'binary':
      return problem(
        'binary-file',
        `${request.path} is ${type.name} (${formatBytes(size)}), not text, so Read can't show it.`,
      );
    default:
      return type.family satisfies never;
  }
}
