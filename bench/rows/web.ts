import { existsSync } from 'node:fs';
import { fetching } from '../../packages/tools/test/web/support/fetching.ts';
import { page, startWebServer } from '../../packages/tools/test/web/support/web-server.ts';
import { BUNDLE, openExec } from '../support/exec-calls.ts';
import { peakMemory, resetPeakMemory } from '../support/process-memory.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const TABLE_ROWS = 705;
const CODE_BLOCKS = 298;
const PAGE_BYTES = 418 * 1024;

const COLD = 'WebFetch of 418 KB by sluice exec, the first of the process';
const WARM = 'WebFetch of 418 KB, vs its download alone';
const WAIT = 'longest wait of other work during that, vs its download alone';
const LARGE = 'peak memory of WebFetch of 5 MB, vs its download alone';
const LARGE_COPIES = 12;

/** WebFetch of a page of documentation from this machine; nothing is cached. */
export const webRow: Row = {
  name: 'web',
  about: 'WebFetch of a page of 418 KB as Markdown, against its download alone',
  async measure({ isQuick }): Promise<readonly Line[]> {
    const html = documentation();
    const large = documentation(LARGE_COPIES);
    await using server = await startWebServer({
      '*': page('text/html; charset=utf-8', html),
      '/large': page('text/html; charset=utf-8', large),
    });
    const { fetch: fetchPage } = fetching({ allowPrivate: [server.host] });
    let count = 0;
    const problems: string[] = [];
    const next = (): string => server.url(`/page-${(count += 1)}`);
    const check = (text: string): void => {
      if (!text.includes('# Reference') || !text.includes('option-7'))
        problems.push(`not the page: ${text.slice(0, 200)}`);
    };
    const ours = (): Promise<number> => timeOf(async () => check(await fetchPage(next())));
    const baseline = (): Promise<number> =>
      timeOf(async () => {
        const { length } = await (await fetch(next())).text();
        if (length !== html.length) problems.push(`${length} of ${html.length} characters came`);
      });
    await ours();
    const warm = await interleave(isQuick ? 3 : 15, ours, baseline);
    const fetchIt = async (): Promise<void> => check(await fetchPage(next()));
    const download = async (url: string): Promise<void> => void (await (await fetch(url)).text());
    const wait = await interleave(
      isQuick ? 3 : 15,
      () => longestWait(fetchIt),
      () => longestWait(() => download(next())),
    );
    const memory = await interleave(
      isQuick ? 1 : 5,
      () => peakOf(async () => check(await fetchPage(`${server.url('/large')}?${(count += 1)}`))),
      () => peakOf(() => download(server.url('/large'))),
    );
    const cold: number[] = [];
    if (existsSync(BUNDLE))
      for (let run = 0; run < (isQuick ? 3 : 15); run += 1)
        // oxlint-disable-next-line no-await-in-loop -- one process after the other
        cold.push(await firstFetch(server.host, next(), check));
    else problems.push('not built: run npm run build');
    const [problem] = problems;
    if (problem !== undefined) return [COLD, WARM, WAIT, LARGE].map((name) => failed(name, problem));
    return [
      {
        ...{ status: 'measured', name: COLD, unit: 'ms', ours: cold, baseline: undefined },
        target: { kind: 'at-most', value: 100 },
      },
      { status: 'measured', name: WARM, unit: 'ms', ...warm, target: { kind: 'at-most', value: 25 } },
      { status: 'measured', name: WAIT, unit: 'ms', ...wait, target: { kind: 'at-most', value: 10 } },
      { status: 'measured', name: LARGE, unit: 'MB', ...memory, target: { kind: 'difference', atMost: 30 } },
    ];
  },
};

/** Milliseconds of the first WebFetch of the built program, from the call to its result. Its engine has run another call. */
async function firstFetch(host: string, url: string, check: (result: string) => void): Promise<number> {
  using directory = temporaryDirectory();
  const settings = { web: { allowPrivate: [host] }, permissions: { allow: ['WebFetch'] } };
  await using exec = openExec(directory.path, settings);
  await exec.call('Glob', { pattern: '*' });
  return timeOf(async () => check(await exec.call('WebFetch', { url, prompt: '' })));
}

/** The longest time, in milliseconds, that this process's other work waits while this is done. */
async function longestWait(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(look);
  };
  setImmediate(look);
  await work();
  isDone = true;
  return longest;
}

/** MB that this process holds at its peak above what it held before. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  resetPeakMemory();
  const before = peakMemory('self') ?? Number.NaN;
  await work();
  return ((peakMemory('self') ?? Number.NaN) - before) / 1024;
}

/** As much text, as many rows and as many blocks of code as the page that the target was set with. */
function documentation(copies = 1): string {
  const rows = Array.from(
    { length: TABLE_ROWS },
    (_, at) =>
      `<tr><td><code>option-${at}</code></td><td>text</td><td>What it does, and <a href="#o${at}">where</a>.</td></tr>`,
  );
  const blocks = Array.from(
    { length: CODE_BLOCKS },
    (_, at) =>
      `<h3 id="o${at}">Option ${at}</h3><p>Use it <b>with care</b>.</p><pre><code>run --option-${at}\n</code></pre>`,
  );
  const parts = [`<h1>Reference</h1><table>${rows.join('')}</table>`, ...blocks];
  const body = Array.from({ length: copies }, () => parts).flat();
  const frame = (body: string): string =>
    `<!doctype html><html><head><title>Reference</title></head><body><nav>Menu</nav><main>${body}</main></body></html>`;
  const missing = copies * PAGE_BYTES - frame(body.join('')).length;
  const words = 'Each of these paragraphs says what the program does when the option is set. ';
  return frame(
    [...body, `<p>${words.repeat(Math.ceil(missing / words.length)).slice(0, missing - 7)}</p>`].join(''),
  );
}
