import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOwn, isJsonObject, type ToolEntry } from '@sluice/core';

/** The tools of public servers, and steps that people have written down together with the tool that takes each. */
export interface LiveMcpBench {
  readonly tools: readonly ToolEntry[];
  readonly steps: readonly (readonly [step: string, tool: string])[];
}

/** @param directory a checkout of icip-cas/LiveMCPBench, with `annotated_data/all_annotations.json` of its data set */
export function readLiveMcpBench(directory: string): LiveMcpBench {
  const servers = listIn(join(directory, 'tools/LiveMCPTool/tools.json'));
  const tools = servers.flatMap((server) => Object.entries(objectIn(server, 'tools'))).flatMap(toolsOf);
  const names = new Set(tools.map(ownName));
  const tasks = listIn(join(directory, 'annotated_data/all_annotations.json'));
  const steps = tasks
    .map((task) => objectIn(task, 'Annotator Metadata'))
    .flatMap((task) => pairsOf(numbered(task['Steps']), numbered(task['Tools'])))
    .filter(([, tool]) => names.has(tool));
  return { tools, steps };
}

/** The tools, and others of their words, each as long as one of them: they answer no step but by chance. */
export function recombined(tools: readonly ToolEntry[], size: number): readonly ToolEntry[] {
  const names = tools.map((tool) => wordsOfName(ownName(tool)));
  const texts = tools.map(({ description }) => description.split(/\s+/));
  const [nameWords, textWords] = [names.flat(), texts.flat()];
  let state = 42;
  const oneOf = (words: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return words[Math.floor((state / 2 ** 32) * words.length)] ?? '';
  };
  const added = Array.from({ length: Math.max(0, size - tools.length) }, (_, index): ToolEntry => {
    const server = `vendor${Math.floor(index / 15)}`;
    const name = names[index % names.length]?.map(() => oneOf(nameWords)).join('_') ?? '';
    const description = texts[index % texts.length]?.map(() => oneOf(textWords)).join(' ') ?? '';
    return { name: `mcp__${server}__${name}`, server, searchHint: undefined, description, parameters: [] };
  });
  return [...tools, ...added];
}

/** Percent of the steps whose tool is among the first five. */
export function stepRecallAt5(
  steps: LiveMcpBench['steps'],
  search: (query: string) => readonly ToolEntry[],
): number {
  const found = steps.filter(([step, tool]) =>
    search(step)
      .slice(0, 5)
      .some((one) => ownName(one) === tool),
  );
  return (100 * found.length) / steps.length;
}

function toolsOf([server, listed]: readonly [string, unknown]): readonly ToolEntry[] {
  const list = isJsonObject(listed) ? getOwn(listed, 'tools') : undefined;
  return (Array.isArray(list) ? list : []).filter(isJsonObject).map((tool) => {
    const { name, description, inputSchema } = tool;
    return {
      name: `mcp__${server.replaceAll(/[^\w-]/g, '_')}__${typeof name === 'string' ? name : ''}`,
      server,
      searchHint: undefined,
      // As sessions cut them.
      description: typeof description === 'string' ? description.slice(0, 2_048) : '',
      parameters: isJsonObject(inputSchema) ? Object.keys(objectIn(inputSchema, 'properties')) : [],
    };
  });
}

/** Of tasks with as many steps as tools, each step with the tool at its place. */
function pairsOf(
  steps: readonly string[],
  tools: readonly string[],
): readonly (readonly [step: string, tool: string])[] {
  return steps.length === tools.length ? steps.map((step, at) => [step, tools[at] ?? '']) : [];
}

/** The items of `1. one\n2. two`. */
function numbered(text: unknown): readonly string[] {
  if (typeof text !== 'string') return [];
  return text
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\d+\.\s*/, '').trim());
}

function ownName({ name }: ToolEntry): string {
  return name.slice(name.indexOf('__', 'mcp__'.length) + 2);
}

function wordsOfName(name: string): readonly string[] {
  return name.split(/[_-]|(?<=[a-z])(?=[A-Z])/);
}

function listIn(file: string): readonly Record<string, unknown>[] {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function objectIn(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = Object.hasOwn(value, key) ? value[key] : undefined;
  return isJsonObject(found) ? found : {};
}
