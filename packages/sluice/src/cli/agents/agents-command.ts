import { DefinitionFiles, readAgentsJson, type AgentDefinition, type AgentTypes } from '@sluice/agent';
import { createPalette, presentItems, wantsColor } from '@sluice/base';
import { childMode, createContextFileGate, sanitize, type PermissionContext } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { openPermission } from '@sluice/session';
import { hooksProblem, readAgentTypes } from '@sluice/session/agent';
import { problemText } from '@sluice/settings';
import { missingTools } from '../missing-tools.ts';
import { parseCommandLine } from '../parse-command-line.ts';
import { print, printAll } from '../print.ts';
import { say } from '../say.ts';
import { COMMON_OPTIONS, EXPECTED, placeOf } from '../settings-place.ts';
import { usageError } from '../usage-error.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { jsonText } from '../json-text.ts';
import { fitHelp } from '../fit-help.ts';

const COMMAND = 'sluice agents';

/** `sluice agents`; returns the exit code. */
export async function agentsCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return print(fitHelp(HELP));
  const wrong = (message: string): number => usageError(COMMAND, message, SYNOPSIS);
  const line = parseCommandLine(args, { ...COMMON_OPTIONS, agents: { type: 'string' } }, EXPECTED);
  if (!line.ok) return wrong(line.message);
  const { values, positionals } = line.parsed;
  const other = positionals.find((word) => word !== 'list');
  if (other !== undefined) return wrong(`unknown argument ${JSON.stringify(other)}`);
  const given = values.agents === undefined ? undefined : await readAgentsJson(values.agents, hooksProblem);
  if (given?.ok === false) return wrong(`--agents: ${given.message}`);
  for (const note of given?.notes ?? []) say(COMMAND, `--agents: ${note}`);
  const placed = placeOf(values.cwd);
  if (!placed.ok) return wrong(placed.message);
  const { cwd, env } = placed.place;
  const opened = await openPermission({
    cwd,
    env,
    mode: undefined,
    settings: {},
    remedy: '',
    files: createNodeFiles(),
    knownTools: () => [],
  });
  if (!opened.ok) {
    for (const problem of opened.problems) say(COMMAND, problem);
    return 1;
  }
  const { permission } = opened;
  const { policy, state, loaded } = permission;
  const gate = createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
  const types = await readAgentTypes({
    cwd,
    permission,
    env,
    files: new DefinitionFiles(gate, hooksProblem),
    options: { readsFiles: true, definitions: given?.definitions },
  });
  for (const problem of types.problems) say(COMMAND, problemText(problem));
  const missing = missingTools({ cwd, loaded, env });
  const shown = values.json === true ? jsonOf(types, missing) : textOf(types, state.current(), missing);
  const status = await printAll(shown);
  return types.problems.length > 0 ? 1 : status;
}

/** Names of tools, and why a session has them not: sentences. */
type Missing = ReadonlyMap<string, string>;

function jsonOf({ definitions, problems }: AgentTypes, missing: Missing): string {
  const agents = definitions.map(({ prompt: _prompt, ...rest }) => ({
    ...rest,
    missingTools: rest.tools?.filter((item) => missing.has(item)) ?? [],
  }));
  return jsonText({ agents, problems });
}

function textOf({ definitions }: AgentTypes, context: PermissionContext, missing: Missing): string {
  if (definitions.length === 0) return 'no agents\n';
  const palette = createPalette(wantsColor(process.stdout, process.env));
  const lines = definitions.flatMap((definition) => [
    palette('good', sanitize(definition.name)),
    `    ${sanitize(definition.description.replaceAll(/\s+/g, ' '))}`,
    ...factsOf(definition, context, missing).map((fact) => `    ${palette('quiet', sanitize(fact))}`),
  ]);
  return lines.map((each) => `${each}\n`).join('');
}

function factsOf(
  definition: AgentDefinition,
  context: PermissionContext,
  missing: Missing,
): readonly string[] {
  const { source, file, tools, disallowedTools, model, permissionMode } = definition;
  const without = disallowedTools.length === 0 ? '' : ` except ${disallowedTools.join(', ')}`;
  return presentItems([
    file === undefined ? `from ${source === 'flag' ? '--agents' : 'Sluice'}` : `from ${file} (${source})`,
    `tools: ${tools === undefined ? 'all' : tools.filter((item) => !missing.has(item)).join(', ') || 'none'}${without}`,
    missingText(tools ?? [], missing),
    model === undefined ? undefined : `model: ${model}`,
    permissionMode === undefined
      ? undefined
      : `permission mode: ${permissionMode}${whyNotApplied(definition, context)}`,
  ]);
}

/** The tools of a list that a session doesn't have, each with the first sentence of why. Undefined: it has all. */
function missingText(tools: readonly string[], missing: Missing): string | undefined {
  const texts = tools.flatMap((item) => {
    const [why] = missing.get(item)?.split(/\.(?: |$)/, 1) ?? [];
    return why === undefined ? [] : [`${item} (${why.charAt(0).toLowerCase()}${why.slice(1)})`];
  });
  return texts.length === 0 ? undefined : `not available: ${texts.join(', ')}`;
}

/** Why an agent that the main agent opens now would not be in the mode of its definition. Empty: it would be. */
function whyNotApplied({ permissionMode, isTrusted }: AgentDefinition, context: PermissionContext): string {
  if (childMode(context, permissionMode, isTrusted) === permissionMode) return '';
  if (!isTrusted) return ", not applied: you don't trust the project (sluice rules trust)";
  if (context.mode !== 'default') return `, not applied: the session is in ${context.mode} mode`;
  return ', not applied: a session can use this mode only if it starts with it or enables it';
}
