import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { FoundWorkflow, WorkflowRequest } from '@sluice/agent';
import { readContextFile } from '@sluice/agent';
import { nearestName } from '@sluice/base';
import { createContextFileGate } from '@sluice/core';
import { parseWorkflow } from '@sluice/host';
import { definitionPlaces, type PlacesContext } from '../plugins/definition-places.ts';
import type { LocalPermission } from '../permission/open-permission.ts';

export interface WorkflowFilesContext extends Omit<PlacesContext, 'permission' | 'added'> {
  readonly permission: LocalPermission;
}

const MAX_BYTES = 256 * 1024;
const MAX_FILES = 200;

export interface SavedWorkflow {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

type Found =
  | { readonly ok: true; readonly workflow: FoundWorkflow }
  | { readonly ok: false; readonly code: string; readonly message: string };

type Read = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly message: string };

/** Scripts of workflows: those that are saved in `workflows` directories, and files that a call names. */
export class WorkflowFiles {
  readonly #context: WorkflowFilesContext;
  /** The latest ones: each call is looked at several times. */
  readonly #parsed = new Map<string, Promise<Found>>();

  constructor(context: WorkflowFilesContext) {
    this.#context = context;
  }

  /** By the names of their files, the highest precedence first. Those of a project that is not trusted are left out. */
  list(): readonly SavedWorkflow[] {
    const found = new Map<string, SavedWorkflow>();
    for (const { directory, isTrusted, prefix } of this.#places()) {
      for (const file of filesIn(directory)) {
        const path = join(directory, file);
        const plain = basename(file, '.js');
        const name = prefix === undefined ? plain : `${prefix}:${plain}`;
        if (!found.has(name) && isTrusted(path)) found.set(name, { name, path });
      }
    }
    return [...found.values()];
  }

  /** @param cwd absolute */
  async find(request: WorkflowRequest, cwd: string): Promise<Found> {
    const { script, name, scriptPath } = request;
    if (scriptPath === undefined && script !== undefined) return this.#parse(script);
    const path = this.fileOf(request, cwd);
    if (path === undefined) return unknown(name ?? '', this.list());
    const read = this.#read(path);
    return read.ok ? this.#parse(read.source) : { ...read, code: 'no-script' };
  }

  /** Undefined: the script is in the call, or no workflow has the name. */
  fileOf({ script, name, scriptPath }: WorkflowRequest, cwd: string): string | undefined {
    if (scriptPath !== undefined) return resolve(cwd, scriptPath);
    return script === undefined ? this.list().find((each) => each.name === name)?.path : undefined;
  }

  #places() {
    const { permission, ...context } = this.#context;
    if (permission.loaded.isSafe) return [];
    return definitionPlaces('workflows', { ...context, permission });
  }

  /** As the Read tool could: rules, and the workspace's limits for files that links lead to. */
  #read(path: string): Read {
    const { permission, cwd } = this.#context;
    const { policy, state, loaded } = permission;
    const gate = createContextFileGate({ policy, current: state.current, isTrusted: loaded.trusts });
    const place = this.#places().find(({ directory }) => path.startsWith(`${directory}/`));
    const scope = place?.scope ?? { directory: cwd };
    const found = readContextFile({ path, scope, gate, maxBytes: MAX_BYTES });
    if (found.status === 'read') return { ok: true, source: found.text };
    const why = found.status === 'absent' ? 'there is no such file' : found.reason;
    return { ok: false, message: `The workflow ${path} can't be read: ${why}.` };
  }

  #parse(source: string): Promise<Found> {
    const known = this.#parsed.get(source);
    if (known !== undefined) return known;
    const parsing = parse(source);
    if (this.#parsed.size >= 8) this.#parsed.clear();
    this.#parsed.set(source, parsing);
    return parsing;
  }
}

async function parse(source: string): Promise<Found> {
  const parsed = await parseWorkflow(source);
  if (!parsed.ok) return { ok: false, code: 'invalid-script', message: parsed.message };
  return { ok: true, workflow: { ...parsed.meta, source, code: parsed.code } };
}

function unknown(name: string, saved: readonly SavedWorkflow[]): Found {
  const names = saved.map((each) => each.name);
  const near = nearestName(name, names);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  const list =
    names.length === 0 ? 'There are none in .sluice/workflows.' : `There are: ${names.join(', ')}.`;
  return {
    ok: false,
    code: 'unknown-workflow',
    message: `There is no saved workflow ${JSON.stringify(name)}.${meant} ${list}`,
  };
}

/** Files, not links: a link could lead anywhere. */
function filesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
      .map(({ name }) => name)
      .toSorted()
      .slice(0, MAX_FILES);
  } catch {
    return [];
  }
}
