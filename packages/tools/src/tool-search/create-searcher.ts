import { nearNames } from '@sluice/base';
import {
  createToolIndex,
  entryOf,
  getOwn,
  isJsonObject,
  modelTool,
  ownName,
  selectTools,
  serverOf,
  type AnyTool,
  type CallContext,
  type DescriptionContext,
  type ToolEntry,
  type ToolPool,
  type ToolReferenceBlock,
} from '@sluice/core';
import type { ToolSearchOutput } from './found-content.ts';
import type { ToolSearchOptions } from './tool-search-options.ts';

/** How long to wait for connecting servers. */
const WAIT_MS = 5000;
/** UTF-16 units of definitions in one result. */
const MAX_CHARS = 100_000;

type Searcher = (query: string, limit: number, context: CallContext) => Promise<ToolSearchOutput>;

/** Keeps the index of a pool's deferred tools; each search first adds and removes tools that joined or left. */
export function createSearcher({ pool, isDenied = () => false, sources }: ToolSearchOptions): Searcher {
  const index = createToolIndex();
  const entries = new WeakMap<AnyTool, ToolEntry>();
  const known = new Set<string>();

  async function refresh(tools: readonly AnyTool[], about: DescriptionContext): Promise<void> {
    const bySource = new Map<string, ToolEntry[]>([...known].map((source) => [source, []]));
    for (const tool of tools) {
      let entry = entries.get(tool);
      if (entry === undefined) {
        const described = await modelTool(tool, about);
        if (described === undefined) continue;
        entry = entryOf(tool, described);
        entries.set(tool, entry);
      }
      const source = serverOf(tool) ?? '';
      const ofSource = bySource.get(source) ?? [];
      ofSource.push(entry);
      bySource.set(source, ofSource);
    }
    for (const [source, ofSource] of bySource) {
      known.add(source);
      index.update(source, ofSource);
    }
  }

  return async (query, limit, context) => {
    const tools = pool();
    const deferred = (): readonly AnyTool[] => searchable(tools, (tool) => isDenied(tool, context));
    const selected = /^\s*select:(.*)$/isu.exec(query)?.[1]?.split(',');
    const isThere = (): boolean => {
      if (selected === undefined) return false;
      const names = [...deferred(), ...tools.tools].map(({ name }) => name);
      return selectTools(selected, [...new Set(names)]).missing.length === 0;
    };
    const waiting = isThere() ? undefined : sources?.();
    const connecting =
      waiting === undefined ? [] : await context.idle(waiting.settled(WAIT_MS, context.signal));
    const now = deferred();
    const names = now.map(({ name }) => name);
    const about = descriptionContext(tools, context);
    const toOutput = async (
      found: readonly string[],
      rest: Pick<ToolSearchOutput, 'listed' | 'missing' | 'near'>,
    ): Promise<ToolSearchOutput> => ({
      query,
      ...(await references(
        found.flatMap((name) => tools.find(name) ?? []),
        about,
        isAddedIn(context),
      )),
      ...rest,
      total: now.length,
      ownTotal: now.filter((tool) => serverOf(tool) === undefined).length,
      servers: [...new Set(now.flatMap((tool) => serverOf(tool) ?? []))],
      connecting,
      unavailable: sources?.()?.unavailable() ?? [],
    });

    if (selected !== undefined) {
      const listedNames = tools.tools
        .filter((tool) => !tool.isDeferred && tools.find(tool.name) === tool && !isDenied(tool, context))
        .map(({ name }) => name);
      const { found, missing } = selectTools(selected, [...names, ...listedNames]);
      const isListed = new Set(listedNames);
      return toOutput(
        found.filter((name) => !isListed.has(name)),
        {
          listed: found.filter((name) => isListed.has(name)),
          missing: missing.map(({ name, candidates }) => ({
            name,
            near: candidates.length > 0 ? candidates : nearTools(name, names),
          })),
          near: [],
        },
      );
    }
    await refresh(now, about);
    const found = index.search(query, limit).map(({ name }) => name);
    const near = found.length > 0 ? [] : nearTools(query.replaceAll(/[+\s]+/gu, '_'), names);
    return toOutput(found, { listed: [], missing: [], near });
  };
}

/** Deferred tools that are available and may be shown. */
function searchable(
  pool: Pick<ToolPool, 'tools' | 'find'>,
  isDenied: (tool: AnyTool) => boolean,
): readonly AnyTool[] {
  return pool.tools.filter((tool) => tool.isDeferred && pool.find(tool.name) === tool && !isDenied(tool));
}

function descriptionContext(
  pool: Pick<ToolPool, 'tools'>,
  { permission, extension }: CallContext,
): DescriptionContext {
  const model = isJsonObject(extension) ? getOwn(extension, 'model') : undefined;
  return { pool, mode: permission.mode, model: typeof model === 'string' ? model : undefined };
}

/** Which tools the agent's requests don't list, since they joined later. Default: none. */
function isAddedIn({ extension }: Pick<CallContext, 'extension'>): (name: string) => boolean {
  const isAdded = isJsonObject(extension) ? getOwn(extension, 'isAddedTool') : undefined;
  return (name) => typeof isAdded === 'function' && isAdded(name) === true;
}

async function references(
  tools: readonly AnyTool[],
  about: DescriptionContext,
  isAdded: (name: string) => boolean,
): Promise<Pick<ToolSearchOutput, 'found' | 'leftOut'>> {
  const found: ToolReferenceBlock[] = [];
  const leftOut: string[] = [];
  let chars = 0;
  for (const tool of tools) {
    const described = await modelTool(tool, about);
    if (described === undefined) continue;
    const { name, description, inputSchema } = described;
    chars += description.length + JSON.stringify(inputSchema).length;
    if (chars > MAX_CHARS && found.length > 0) leftOut.push(name);
    else {
      const block: ToolReferenceBlock = {
        type: 'tool_reference',
        tool_name: name,
        description,
        input_schema: inputSchema,
      };
      found.push(isAdded(name) ? { ...block, is_added: true } : block);
    }
  }
  return { found, leftOut };
}

/** Similar names, with or without their servers. */
function nearTools(wrong: string, names: readonly string[]): readonly string[] {
  const whole = nearNames(wrong, names);
  if (whole.length > 0) return whole;
  const close = new Set(nearNames(wrong, new Set(names.map(ownName))));
  return names.filter((name) => close.has(ownName(name))).slice(0, 3);
}
