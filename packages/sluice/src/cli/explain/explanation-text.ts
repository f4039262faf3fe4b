import { sanitize } from '@sluice/core';
import { shellWord, type Palette, type Tone } from '@sluice/base';
import type { ExplainedCommand, ExplainedRule, ExplainedVerdict, Explanation } from './explanation.ts';

const TONES: Readonly<Record<Explanation['decision'], Tone>> = { allow: 'good', ask: 'refused', deny: 'bad' };
const WIDTH = 5;
/** Longer text is shortened to a note that the input differs: every command may be preceded by variables. */
const MAX_RUN = 100;

/** Renders an explanation for the user. */
export function explanationText(explanation: Explanation, palette: Palette): string {
  const { decision, tool, reasons, mode, cwd, runs, commands, files, rule } = explanation;
  const [first = ''] = reasons;
  const lines = [
    `${mark(decision, palette)} ${tool}, in ${sanitize(cwd)}, mode ${mode}`,
    `      ${sanitize(first)}`,
    ...place(rule).map((text) => `      ${palette('quiet', text)}`),
    ...commands.flatMap((command) => ['', ...commandLines(command, palette)]),
    ...files.flatMap((file) => [
      '',
      `  ${mark(file.decision, palette)} ${file.access} ${sanitize(file.path)}`,
      ...verdictLines(file, palette),
    ]),
  ];
  if (runs !== undefined) {
    const isShort = runs.text.length <= MAX_RUN;
    lines.push('', ...(isShort ? [`      runs as: ${sanitize(runs.text)}`] : []));
    const names = Object.keys(runs.environment);
    const more = names.length > 3 ? ` and ${names.length - 3} more variables` : '';
    const set = names.length === 0 ? '' : `with ${names.slice(0, 3).join(', ')}${more} set, `;
    const why = `${set}so that ${guarantee(commands)}`;
    lines.push(`      ${palette('quiet', isShort ? why : `runs ${why} (--json shows how)`)}`);
  }
  const remedy = remedyOf(explanation);
  if (remedy !== undefined) lines.push('', `      ${sanitize(remedy)}`);
  return `${lines.join('\n')}\n`;
}

/** The rules themselves, where they are known: they can be copied. */
function remedyOf({ remedy, suggestedRules }: Explanation): string | undefined {
  if (suggestedRules.length === 0) return remedy;
  const rules = suggestedRules.map(shellWord);
  const save =
    rules.length === 1
      ? `run: sluice rules add allow ${rules.join('')}`
      : 'save each: sluice rules add allow RULE';
  return `To allow it, pass --allow ${rules.join(' --allow ')}, or ${save}`;
}

/** What holds thanks to how the line is run. Commands of it that do more than read are not spoken of. */
function guarantee(commands: readonly ExplainedCommand[]): string {
  const reading = commands.filter(({ readOnly }) => readOnly).map(({ command }) => sanitize(command));
  const configured = 'the repository or the environment configures';
  if (reading.length === commands.length) return `it only reads, whatever ${configured}`;
  if (reading.length === 0) return `it does not depend on what ${configured}`;
  const names = new Intl.ListFormat('en-US').format(new Set(reading));
  return `${names} only ${new Set(reading).size === 1 ? 'reads' : 'read'}, whatever ${configured}`;
}

function commandLines(command: ExplainedCommand, palette: Palette): string[] {
  const via = command.via.length === 0 ? '' : palette('quiet', ` (run by ${command.via.join(' › ')})`);
  const facts = [
    command.readOnly ? 'reads only' : 'may have effects',
    command.cwd === null ? 'in an unknown directory' : `in ${command.cwd}`,
    ...listed('reads', command.reads),
    ...listed('writes', command.writes),
    ...listed('removes', command.removes),
    ...(command.network === true ? ['uses the network'] : []),
  ];
  return [
    `  ${mark(command.decision, palette)} ${sanitize(command.command)}${via}`,
    ...verdictLines(command, palette),
    `        ${palette('quiet', sanitize(facts.join('; ')))}`,
    ...command.redirections.flatMap((one) => [
      `    ${mark(one.decision, palette)} ${one.access === 'read' ? '<' : '>'} ${sanitize(one.target)}`,
      ...verdictLines(one, palette),
    ]),
  ];
}

function verdictLines({ stage, reason, rule }: ExplainedVerdict, palette: Palette): string[] {
  return [
    `        ${sanitize(reason)} ${palette('quiet', `[${stage}]`)}`,
    ...place(rule).map((text) => `        ${palette('quiet', text)}`),
  ];
}

/** Where a rule was defined, in a form that terminals turn into a link. */
function place(rule: ExplainedRule | undefined): string[] {
  if (rule?.file === undefined) return [];
  return [sanitize(`${rule.file}${rule.line === undefined ? '' : `:${rule.line}`}`)];
}

function listed(what: string, paths: readonly string[]): string[] {
  return paths.length === 0 ? [] : [`${what} ${paths.join(', ')}`];
}

function mark(decision: Explanation['decision'], palette: Palette): string {
  return palette(TONES[decision], decision.padEnd(WIDTH));
}
