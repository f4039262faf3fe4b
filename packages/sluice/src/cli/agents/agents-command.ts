import { DefinitionFiles, readAgentsJson, type AgentDefinition, type AgentTypes } from '@sluice/agent';
import { createPalette, type Palette, presentItems, wantsColor } from '@sluice/base';
import { childMode, createContextFileGate, sanitize, type PermissionContext } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { openPermission } from '@sluice/session';
import { hooksProblem, readAgentTypes } from '@sluice/session/agent';
import { problemText } from '@sluice/settings';
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
  const palette = createPalette(wantsColor(process.stdout, process.env));
  const status = await printAll(
    values.json === true ? jsonOf(types) : textOf(types, state.current(), palette),
  );
  return types.problems.length > 0 ? 1 : status;
}

function jsonOf({ definitions, problems }: AgentTypes): string {
  const agents = definitions.map(({ prompt: _prompt, ...rest }) => rest);
  return jsonText({ agents, problems });
}

function textOf({ definitions }: AgentTypes, context: PermissionContext, palette: Palette): string {
  if (definitions.length === 0) return 'no agents\n';
  const lines = definitions.flatMap((definition) => [
    palette('good', sanitize(definition.name)),
    `    ${sanitize(definition.description.replaceAll(/\s+/g, ' '))}`,
    ...factsOf(definition, context).map((fact) => `    ${palette('quiet', sanitize(fact))}`),
  ]);
  return lines.map((each) => `${each}\n`).join('');
}

function factsOf(definition: AgentDefinition, context: PermissionContext): readonly string[] {
  const { source, file, tools, disallowedTools, model, permissionMode } = definition;
  const without = disallowedTools.length === 0 ? '' : ` except ${disallowedTools.join(', ')}`;
  return presentItems([
    file === undefined ? `from ${source === 'flag' ? '--agents' : 'Sluice'}` : `from ${file} (${source})`,
    `tools: ${tools === undefined ? 'all' : tools.join(', ') || 'none'}${without}`,
    model === undefined ? undefined : `model: ${model}`,
    permissionMode === undefined
      ? undefined
      : `permission mode: ${permissionMode}${whyNotApplied(definition, context)}`,
  ]);
}

/** Why an agent that the main agent opens now would not be in the mode of its definition. Empty: it would be. */
function whyNotApplied({ permissionMode, isTrusted }: AgentDefinition, context: PermissionContext): string {
  if (childMode(context, permissionMode, isTrusted) === permissionMode) return '';
  if (!isTrusted) return ", not applied: you don't trust the project (sluice rules trust)";
  if (context.mode !== 'default') return `, not applied: the session is in the mode ${context.mode}`;
  return ', not applied: a session can use this mode only if it starts with it or enables it';
}
