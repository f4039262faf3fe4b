import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import {
  getOwn,
  inputLabel,
  isJsonObject,
  type Action,
  type JsonObject,
  type PreviewHunk,
  type ToolPool,
} from '@sluice/core';

interface CallFacts {
  readonly title: string;
  readonly kind: ToolKind;
  readonly locations: ToolCallLocation[];
}

/** What an editor shows of a call: its kind follows from what it does, not from its tool's name. */
export function callFacts(pool: ToolPool, toolName: string, input: JsonObject, cwd: string): CallFacts {
  const actions = actionsOf(pool, toolName, input, cwd);
  const paths = actions.flatMap((action) =>
    action.type === 'file' && action.path?.startsWith('/') === true ? [action.path] : [],
  );
  return {
    title: inputLabel(pool, toolName, input),
    kind: kindOf(actions),
    locations: [...new Set(paths)].slice(0, MAX_LOCATIONS).map((path) => ({ path })),
  };
}

const MAX_LOCATIONS = 20;

function actionsOf(pool: ToolPool, toolName: string, input: JsonObject, cwd: string): readonly Action[] {
  try {
    // A copy: tools remember what a decision was about by its input, and this is none.
    return pool.find(toolName)?.actions?.({ ...input }, { cwd }).actions ?? [];
  } catch {
    // The input may be invalid; the engine will say so.
    return [];
  }
}

function kindOf(actions: readonly Action[]): ToolKind {
  const has = (is: (action: Action) => boolean): boolean => actions.some(is);
  if (has(({ type }) => type === 'command')) return 'execute';
  if (has(({ type }) => type === 'fetch')) return 'fetch';
  if (has((action) => action.type === 'file' && action.access === 'write')) return 'edit';
  if (has((action) => action.type === 'file' && action.access === 'remove')) return 'delete';
  if (has((action) => action.type === 'file' && (action.isTree || action.access === 'list'))) return 'search';
  if (has((action) => action.type === 'file' && action.access === 'read')) return 'read';
  return 'other';
}

/** Longer differences are shown as text. */
const MAX_DIFF_CHARACTERS = 256 * 1024;

/** A change of a file as an editor shows it: only the changed stretches. */
export function diffContent(
  path: string,
  hunks: readonly PreviewHunk[],
  isNew: boolean,
): ToolCallContent | undefined {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const side = (without: string): string =>
    lines
      .filter((line) => !line.startsWith(without) && !line.startsWith('\\'))
      .map((line) => line.slice(1))
      .join('\n');
  const [oldText, newText] = [side('+'), side('-')];
  if (lines.length === 0 || oldText.length + newText.length > MAX_DIFF_CHARACTERS) return undefined;
  return { type: 'diff', path, oldText: isNew ? null : oldText, newText };
}

/** The change in a tool's own view of its result, if it has the form of one. */
export function resultDiff(view: unknown): ToolCallContent | undefined {
  if (!isJsonObject(view)) return undefined;
  const path = getOwn(view, 'filePath');
  const patch = getOwn(view, 'structuredPatch');
  if (typeof path !== 'string' || !Array.isArray(patch)) return undefined;
  const content = getOwn(view, 'content');
  if (patch.length === 0 && getOwn(view, 'type') === 'create' && typeof content === 'string') {
    return content.length > MAX_DIFF_CHARACTERS
      ? undefined
      : { type: 'diff', path, oldText: null, newText: content };
  }
  const hunks = patch.filter(isJsonObject).map((hunk) => {
    const lines = getOwn(hunk, 'lines');
    const texts = Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
    return { oldStart: 0, newStart: 0, lines: texts };
  });
  return diffContent(path, hunks, getOwn(view, 'originalFile') === null);
}
