import { countOf } from '../../files/text/format.ts';
import { problem, type Problem } from '../../files/problem.ts';
import { PDF_PAGES, PDF_PAGES_UNASKED } from './pdf-limits.ts';

interface PageRange {
  readonly ok: true;
  /** Starting at 1. */
  readonly first: number;
  /** The last page, within the document. */
  readonly last: number;
}

/** The value of `pages`: blank is treated as missing, because models fill in fields that they don't need. */
export function givenPages(pages: string | undefined): string | undefined {
  const trimmed = pages?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}

/** The pages to read of a document at `path` with `total` pages. */
export function parsePages(pages: string | undefined, total: number, path: string): PageRange | Problem {
  const given = givenPages(pages);
  if (given === undefined) {
    if (total <= PDF_PAGES_UNASKED) return { ok: true, first: 1, last: total };
    return problem(
      'pages-needed',
      `${path} has ${countOf(total, 'page')}. Say which to read, at most ${PDF_PAGES} a call: pages: "1-${Math.min(total, PDF_PAGES)}".`,
    );
  }
  const found = /^(\d{1,9})(?:\s?[-–]\s?(\d{1,9}))?$/.exec(given);
  const first = Number(found?.[1]);
  const last = Number(found?.[2] ?? found?.[1]);
  if (found === null || first < 1) {
    return wrong(
      `pages must be one page or a range, such as "3" or "1-5", starting at 1; got ${JSON.stringify(given.slice(0, 50))}.`,
    );
  }
  if (last < first)
    return wrong(
      `pages runs backwards: ${JSON.stringify(given)}. The first page comes first: "${last}-${first}".`,
    );
  if (first > total) return wrong(`${path} has only ${countOf(total, 'page')}: there is no page ${first}.`);
  const end = Math.min(last, total);
  if (end - first >= PDF_PAGES) {
    return wrong(
      `At most ${PDF_PAGES} pages can be read in one call. Start with pages: "${first}-${first + PDF_PAGES - 1}".`,
    );
  }
  return { ok: true, first, last: end };
}

function wrong(message: string): Problem {
  return problem('wrong-pages', message);
}
