import { join } from 'node:path';
import { type DispatchedEvent, type HookEvent, isCallEvent, isHookEvent, listHooks } from '@sluice/hooks';
import { parseCommandLine } from '../../parse-command-line.ts';
import { printAll } from '../../print.ts';
import { startDirectory } from '../../start-directory.ts';
import { unknownTool } from '../../unknown-tool.ts';
import { usageError, WRONG_USAGE } from '../../usage-error.ts';
import { createPalette, wantsColor } from '@sluice/base';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
} from '../../permission/permission-options.ts';
import { unknownEvent } from '../list/list-command.ts';
import { say } from '../../say.ts';
import { SYNOPSIS } from '../usage.ts';
import { MADE_UP } from './made-up-fields.ts';
import { openTry, type OpenedTry } from './open-try.ts';
import { givenFields, givenInput, givenOutput, type Given } from './test-options.ts';
import { tryCall } from './try-call.ts';
import { testReport, type TestReport } from './test-report.ts';
import { testReportText } from './test-report-text.ts';
import type { Ran } from './test-report.ts';
import { jsonText } from '../../json-text.ts';

const { cwd, settings, 'permission-mode': mode } = PERMISSION_OPTIONS;
const OPTIONS = {
  cwd,
  settings,
  'permission-mode': mode,
  tool: { type: 'string' },
  input: { type: 'string' },
  output: { type: 'string' },
  json: { type: 'boolean' },
} as const;

const EXPECTED = {
  ...PERMISSION_EXPECTED,
  tool: 'the name of a tool',
  input: 'JSON, text, or @FILE',
  output: 'JSON, text, or @FILE',
};

interface TestOptions {
  readonly tool?: string | undefined;
  readonly input?: string | undefined;
  readonly output?: string | undefined;
}

/** `sluice hooks test`; returns the exit code. */
export async function testCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice hooks test', message, SYNOPSIS);
  const line = parseCommandLine(args, OPTIONS, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const [event, extra] = positionals;
  if (event === undefined) return wrong('pass an event, such as PreToolUse');
  if (!isHookEvent(event)) return wrong(unknownEvent(event));
  if (extra !== undefined) {
    return wrong(`it takes one event, but also got ${JSON.stringify(extra)} (pass input with --input)`);
  }
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const start = startDirectory(permission.options.cwd);
  if (!start.ok) return wrong(start.message);
  const { directory } = start;
  const found = await openTry(directory, permission.options);
  if (!found.ok) {
    for (const problem of found.problems) say('sluice hooks test', problem);
    return WRONG_USAGE;
  }
  const { opened } = found;
  const ran = await run(opened, event, values, directory);
  const forCommands = await opened.leftForCommands();
  await opened.close();
  if (!ran.ok) return wrong(ran.message);
  const { hooks } = listHooks(
    opened.loaded,
    opened.pool.tools.map(({ name }) => name),
  );
  const result = testReport(event, { ...ran.value, forCommands }, hooks, opened);
  const status = await printAll(
    values.json === true
      ? jsonText(result)
      : testReportText(result, createPalette(wantsColor(process.stdout, process.env))),
  );
  return result.runs.some(isFailure) ? 1 : status;
}

function isFailure({ meaning }: TestReport['runs'][number]): boolean {
  return meaning === 'failed' || meaning === 'timed-out';
}

async function run(
  opened: OpenedTry,
  event: HookEvent,
  testOptions: TestOptions,
  directory: string,
): Promise<Given<Omit<Ran, 'forCommands'>>> {
  if (!isCallEvent(event)) {
    if (testOptions.tool !== undefined) return { ok: false, message: `${event} is not about a tool` };
    if (testOptions.output !== undefined)
      return { ok: false, message: `${event} is not about a call that returned output` };
    const given = givenFields(testOptions.input);
    if (!given.ok) return given;
    const fields = { ...MADE_UP[event], ...watchedFile(event, opened, directory), ...given.value };
    const together = await opened.named.dispatcher.fire(event, fields, { cwd: directory });
    return { ok: true, value: { told: fields, together } };
  }
  const name = testOptions.tool ?? 'Bash';
  const tool = opened.pool.find(name);
  if (tool === undefined && !name.startsWith('mcp__')) {
    return { ok: false, message: unknownTool(name, opened.pool) };
  }
  const input = tool === undefined ? givenFields(testOptions.input) : givenInput(tool, testOptions.input);
  if (!input.ok) return input;
  const output = givenOutput(testOptions.output);
  if (!output.ok) return output;
  const { tell } = opened;
  const call = {
    toolName: tool?.name ?? name,
    input: input.value,
    output: output.value,
    cwd: directory,
    tell,
  };
  const together = await tryCall(opened.named, event, call);
  const told = {
    tool_name: call.toolName,
    tool_input: call.input,
    tool_response: event.startsWith('PostToolUse') ? (output.value ?? {}) : undefined,
  };
  return { ok: true, value: { told, together } };
}

/** The changed file is one that a hook watches: a file that no matcher takes would test nothing. */
function watchedFile(
  event: DispatchedEvent,
  { named }: OpenedTry,
  directory: string,
): { readonly file_path?: string } {
  const [watched] = event === 'FileChanged' ? named.dispatcher.fileNames() : [];
  return watched === undefined ? {} : { file_path: join(directory, watched) };
}
