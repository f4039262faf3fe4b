import { homedir } from 'node:os';
import { createOutputTool, readAgentsJson, type ParsedAgents } from '@sluice/agent';
import { hooksProblem } from '@sluice/session/agent';
import { readPlugin, type Plugin } from '@sluice/session';
import { parseOutputSchema } from '@sluice/session/agent';
import type { ToolNames } from './check-tool-names.ts';
import type { PrintOptions } from './print-options.ts';
import { readPromptFiles } from './read-prompt-files.ts';

/** Sentences for the user, one line each; `isUsage`: the arguments or settings are wrong. */
export interface Refused {
  readonly ok: false;
  readonly message: string;
  readonly isUsage?: boolean;
}

/** What the arguments name, read and checked. */
export interface ReadArguments {
  readonly ok: true;
  readonly output: ReturnType<typeof createOutputTool> | undefined;
  readonly agents: Extract<ParsedAgents, { readonly ok: true }> | undefined;
  readonly texts: Extract<ReturnType<typeof readPromptFiles>, { readonly ok: true }>;
  /** The built-in tools to offer. Undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly plugins: readonly Plugin[];
}

export async function readArguments({
  options,
  cwd,
  env,
  warn,
}: {
  readonly options: PrintOptions;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}): Promise<ReadArguments | Refused> {
  const schema = options.jsonSchema === undefined ? undefined : await parseOutputSchema(options.jsonSchema);
  if (schema?.ok === false) return { ...schema, isUsage: true };
  const agents =
    options.agents === undefined ? undefined : await readAgentsJson(options.agents, hooksProblem);
  if (agents?.ok === false) return { ok: false, message: `--agents: ${agents.message}`, isUsage: true };
  for (const note of agents?.notes ?? []) warn(`--agents: ${note}`);
  const texts = readPromptFiles(options);
  if (!texts.ok) return { ...texts, isUsage: true };
  const tools = await toolNames(options);
  if (tools?.ok === false) return { ...tools, isUsage: true };
  for (const note of tools?.notes ?? []) warn(note);
  const place = { cwd, env, home: env['HOME'] ?? homedir() };
  const plugins = options.plugins.map(({ path, hasServers }) => readPlugin(path, { ...place, hasServers }));
  const broken = plugins.find((one) => !one.ok);
  if (broken?.ok === false) return { ...broken, isUsage: true };
  return {
    ok: true,
    output: schema === undefined ? undefined : createOutputTool(schema.schema),
    agents,
    texts,
    tools: tools?.names,
    plugins: plugins.flatMap((one) => (one.ok ? [one.plugin] : [])),
  };
}

/** Undefined: all tools. */
async function toolNames({ tools }: PrintOptions): Promise<ToolNames | undefined> {
  if (tools === undefined || tools.length === 0) return tools && { ok: true, names: [], notes: [] };
  return (await import('./check-tool-names.ts')).checkToolNames(tools);
}
