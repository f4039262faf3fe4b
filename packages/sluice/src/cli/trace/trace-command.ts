import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { collectTrace, renderPage } from '@sluice/trace';
import { openBrowser } from '../open-browser.ts';
import { print, printAll } from '../print.ts';
import { sayAs } from '../say.ts';
import { usageError } from '../usage-error.ts';
import { findSource } from './find-source.ts';
import { serveLive } from './serve-live.ts';
import { parseTraceOptions, type TraceOptions } from './trace-options.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { writePage } from './write-page.ts';
import { fitHelp } from '../fit-help.ts';

const say = sayAs('sluice trace');

const FAILED = 1;

/** `sluice trace`; returns the exit code. */
export async function traceCommand(args: readonly string[]): Promise<number> {
  const options = parseTraceOptions(args);
  if (options.kind === 'help') return print(fitHelp(HELP));
  if (options.kind === 'wrong') return usageError('sluice trace', options.message, SYNOPSIS);
  const found = await findSource(options.session);
  if (!found.ok) {
    say(found.message);
    return FAILED;
  }
  if (found.name !== undefined) say(`session ${found.name}`);
  try {
    if (options.isLive) return await live(found.source, options);
    return await write(found.source, options);
  } catch (error) {
    say(errorText(error));
    return FAILED;
  }
}

type Source = Parameters<typeof collectTrace>[0];

async function write(source: Source, { out, isOpened }: TraceOptions): Promise<number> {
  const trace = await collectTrace(source);
  for (const problem of trace.problems) say(problem);
  const page = renderPage(trace);
  if (out === '-') return printAll(page);
  const path = out ?? join(source.directory, 'trace.html');
  const problem = writePage(path, page);
  if (problem !== undefined) {
    say(`The page could not be written to ${path}: ${problem}. Choose another file with --out FILE.`);
    return FAILED;
  }
  const status = await print(`${sanitize(path)}\n`);
  if (isOpened && !openBrowser(pathToFileURL(path)))
    say('No browser was found: open the file above yourself.');
  return status;
}

async function live(source: Source, { isOpened }: TraceOptions): Promise<number> {
  const served = await serveLive(source);
  await print(`${served.address.href}\n`);
  say('Following the session. Press Ctrl-C to stop.');
  if (isOpened && !openBrowser(served.address)) say('No browser was found: open the address above yourself.');
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await served.close();
  return 0;
}
