import type { ToolStats } from '@sluice/agent';
import { isJsonObject } from '@sluice/core';

type Counter = 'readCount' | 'searchCount' | 'bashCount';

const COUNTERS: ReadonlyMap<string, Counter> = new Map([
  ['Read', 'readCount'],
  ['Grep', 'searchCount'],
  ['Glob', 'searchCount'],
  ['Bash', 'bashCount'],
]);

interface Result {
  readonly toolName: string;
  /** The tool's own view of its output, for programs: of an edit, it has a patch. */
  readonly clientView: unknown;
  readonly isError: boolean;
}

/** Counts what an agent has done, for the programs that receive its result. */
export class ToolCounter {
  readonly #counts = { readCount: 0, searchCount: 0, bashCount: 0, otherToolCount: 0 };
  readonly #edited = new Set<string>();
  #linesAdded = 0;
  #linesRemoved = 0;

  add({ toolName, clientView, isError }: Result): void {
    const edit = editIn(clientView);
    if (edit === undefined) {
      this.#counts[COUNTERS.get(toolName) ?? 'otherToolCount'] += 1;
      return;
    }
    if (isError) return;
    this.#edited.add(edit.path);
    this.#linesAdded += edit.added;
    this.#linesRemoved += edit.removed;
  }

  get stats(): ToolStats {
    return {
      ...this.#counts,
      editFileCount: this.#edited.size,
      linesAdded: this.#linesAdded,
      linesRemoved: this.#linesRemoved,
    };
  }
}

/** Undefined: the call has changed no file. */
function editIn(
  view: unknown,
): { readonly path: string; readonly added: number; readonly removed: number } | undefined {
  if (!isJsonObject(view)) return undefined;
  const { notebook_path: notebook, filePath = notebook, structuredPatch, type, content } = view;
  if (typeof filePath !== 'string' || !Array.isArray(structuredPatch)) return undefined;
  if (type === 'create') {
    const text = typeof content === 'string' ? content.replace(/\n$/, '') : '';
    return { path: filePath, added: text === '' ? 0 : text.split('\n').length, removed: 0 };
  }
  const lines = structuredPatch.flatMap((hunk) =>
    isJsonObject(hunk) && Array.isArray(hunk['lines']) ? hunk['lines'] : [],
  );
  const beginning = (sign: string): number =>
    lines.filter((line) => typeof line === 'string' && line.startsWith(sign)).length;
  return { path: filePath, added: beginning('+'), removed: beginning('-') };
}
