import type { RawPath } from '../ripgrep/path-names.ts';
import { runRipgrep } from '../ripgrep/run-ripgrep.ts';
import type { RipgrepEnd, RipgrepRun } from '../ripgrep/run-ripgrep.ts';
import { createFirstEntries } from './first-entries.ts';
import { createLineReader, createPathReader } from './match-records.ts';
import type { RecordHandlers, RecordReader } from './match-records.ts';
import { createPage } from './page.ts';
import type { Page } from './page.ts';

export interface Search {
  readonly run: Omit<RipgrepRun, 'onOutput'>;
  readonly mode: 'content' | 'files_with_matches' | 'count';
  readonly offset: number;
  /** `Infinity` for all. */
  readonly limit: number;
  readonly mayShow: (path: RawPath) => boolean;
  /** Bytes of output after which the parallel run is abandoned for a sorted one. Default 16 MiB. */
  readonly parallelBytes?: number;
}

export interface SearchResult {
  readonly end: RipgrepEnd;
  readonly page: Page;
  /** What was found before offset and limit. */
  readonly files: number;
  readonly entries: number;
  readonly matches: number;
  /** rg searched everything that it could read. */
  readonly isComplete: boolean;
  readonly binaryFiles: readonly RawPath[];
}

const PARALLEL_BYTES = 16 * 1024 * 1024;

/**
 * Finds one page of entries in path order. rg first searches on all cores and the results are sorted here; if its output exceeds
 * `parallelBytes`, a second run sorted by rg itself (one core) ends as soon as the page is full. Which one is used depends only on the
 * size of the output, and both give the same page.
 */
export async function search(request: Search): Promise<SearchResult> {
  const found = await searchOnce(request);
  // rg maps files into memory, and is killed if such a file shrinks meanwhile.
  if (found.end.status !== 'unusable' || found.end.killedBy !== 'SIGBUS') return found;
  const args = ['--no-mmap', ...request.run.args.filter((argument) => argument !== '--mmap')];
  return searchOnce({ ...request, run: { ...request.run, args } });
}

async function searchOnce(request: Search): Promise<SearchResult> {
  return (await searchInParallel(request)) ?? searchSorted(request);
}

async function searchInParallel(request: Search): Promise<SearchResult | undefined> {
  const first = createFirstEntries(request.offset + request.limit + 1);
  const maxBytes = request.parallelBytes ?? PARALLEL_BYTES;
  let bytes = 0;
  const ran = await read(
    request,
    request.run.args,
    (path, body) => first.add(path, body),
    (length) => {
      bytes += length;
      return bytes > maxBytes ? 'enough' : 'more';
    },
  );
  if (ran.end.status === 'stopped' && ran.end.by === 'reader') return undefined;
  const page = createPage(request.offset, request.limit);
  fill(page, first.take());
  return { ...ran, ...first.totals(), page, isComplete: isWhole(ran.end) };
}

async function searchSorted(request: Search): Promise<SearchResult> {
  const page = createPage(request.offset, request.limit);
  let files = 0;
  let entries = 0;
  let lastPath: RawPath | undefined;
  let state: 'more' | 'full' = 'more';
  const ran = await read(
    request,
    ['--sort=path', ...request.run.args],
    (path, body) => {
      if (path !== lastPath) files++;
      lastPath = path;
      entries++;
      if (state === 'more') state = page.offer(path, body);
    },
    // The total count covers every file, so this run continues to its end.
    () => (state === 'full' && request.mode !== 'count' ? 'enough' : 'more'),
  );
  return { ...ran, page, files, entries, isComplete: isWhole(ran.end) };
}

async function read(
  request: Search,
  args: readonly string[],
  onEntry: (path: RawPath, body: string) => void,
  afterOutput: (bytes: number) => 'more' | 'enough',
): Promise<Pick<SearchResult, 'end' | 'matches' | 'binaryFiles'>> {
  const binaryFiles: RawPath[] = [];
  let matches = 0;
  let checkedPath: RawPath | undefined;
  let isShown = false;
  const check = (path: RawPath): boolean => {
    if (path !== checkedPath) isShown = request.mayShow(path);
    checkedPath = path;
    return isShown;
  };
  const handlers: RecordHandlers = {
    onRecord(path, body) {
      if (!check(path)) return;
      if (request.mode === 'count') matches += Number(body);
      onEntry(path, body);
    },
    onBinaryFile: (path) => check(path) && binaryFiles.push(path),
  };
  const reader: RecordReader =
    request.mode === 'files_with_matches' ? createPathReader(handlers) : createLineReader(handlers);
  const end = await runRipgrep({
    ...request.run,
    args,
    onOutput(text) {
      reader.push(text);
      return afterOutput(text.length);
    },
  });
  reader.end();
  return { end, matches, binaryFiles: binaryFiles.sort() };
}

function fill(page: Page, files: ReturnType<ReturnType<typeof createFirstEntries>['take']>): void {
  for (const { path, bodies } of files) {
    for (const body of bodies) if (page.offer(path, body) === 'full') return;
  }
}

function isWhole(end: RipgrepEnd): boolean {
  return end.status === 'finished';
}
