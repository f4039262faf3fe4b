import { unknownTool } from '../unknown-tool.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { print, printAll } from '../print.ts';
import { usageError, WRONG_USAGE } from '../usage-error.ts';
import { outputFailureText } from '../output-failure.ts';
import { askedHooks, askedHooksText } from '../hooks/asked-hooks.ts';
import { createPalette, createSink, wantsColor } from '@sluice/base';
import { ruleNotices } from '@sluice/session';
import { startDirectory } from '../start-directory.ts';
import {
  parsePermissionOptions,
  PERMISSION_EXPECTED,
  PERMISSION_OPTIONS,
} from '../permission/permission-options.ts';
import { readCallInput } from '../call-input.ts';
import { explainLines } from './explain-lines.ts';
import { explanationText } from './explanation-text.ts';
import { openExplainer, type Explainer } from './open-explainer.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { sayAs } from '../say.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';

const say = sayAs('sluice explain');

const OPTIONS = {
  ...PERMISSION_OPTIONS,
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** `sluice explain`; returns the exit code. */
export async function explainCommand(args: readonly string[]): Promise<number> {
  const wrong = (message: string): number => usageError('sluice explain', message, SYNOPSIS);
  const line = parseCommandLine(args, OPTIONS, PERMISSION_EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  if (values.help === true) return print(fitHelp(HELP));
  const permission = parsePermissionOptions(values);
  if (!permission.ok) return wrong(permission.message);
  const isLines = values.jsonl === true;
  if (isLines && positionals.length > 0) return wrong('--jsonl reads its calls from standard input');
  const call = positionals.length === 1 ? callOf(positionals[0] ?? '') : positionals;
  if (!isLines && call?.length !== 2) return wrong('pass a tool and its input, each as one argument');
  const start = startDirectory(permission.options.cwd);
  if (!start.ok) return wrong(start.message);
  const opened = await openExplainer(start.directory, permission.options);
  if (!opened.ok) {
    for (const problem of opened.problems) say(problem);
    return WRONG_USAGE;
  }
  const { explainer } = opened;
  for (const notice of explainer.permission.notices) say(notice);
  for (const notice of ruleNotices(explainer)) say(notice);
  if (isLines) return explainAll(explainer);
  const [name = '', text = ''] = call ?? [];
  return explainOne(explainer, name, text, values.json === true, wrong);
}

/** A call written as a rule: `Bash(git push)`. */
function callOf(text: string): readonly string[] | undefined {
  return /^([\w-]+)\((.*)\)$/s.exec(text)?.slice(1);
}

async function explainOne(
  explainer: Explainer,
  name: string,
  text: string,
  isJson: boolean,
  wrong: (message: string) => number,
): Promise<number> {
  const tool = explainer.find(name);
  if (tool === undefined) {
    return wrong(unknownTool(name, explainer.pool));
  }
  const given = readCallInput(tool, text);
  if (given.kind === 'wrong') return wrong(given.message);
  const explained = await explainer.explain(tool, given.json, given.kind === 'json');
  if (!explained.ok) return wrong(explained.message);
  const { explanation } = explained;
  const hooks = await askedHooks(explainer.permission.loaded, [tool.name]);
  if (isJson) return printAll(jsonText({ ...explanation, hooksLeftOut: hooks }));
  const shown = explanationText(explanation, createPalette(wantsColor(process.stdout, process.env)));
  const ofHooks = askedHooksText(hooks);
  return printAll(ofHooks === undefined ? shown : `${shown}\n      ${ofHooks}\n`);
}

async function explainAll(explainer: Explainer): Promise<number> {
  const output = createSink(process.stdout);
  for await (const text of explainLines(process.stdin, explainer)) {
    await output.write(text);
    if (output.failure !== undefined) break;
  }
  await output.drained();
  if (output.failure === undefined) return 0;
  say(outputFailureText(output.failure));
  return 1;
}
