import {
  toolReferenceText,
  type AnyTool,
  type LoadedTools,
  type ModelMessage,
  type ModelProvider,
  type ModelTool,
  type PermissionMode,
  type ToolPool,
  type ToolReferenceBlock,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import { SEARCH_TOOL } from '../stream/openai/search-tool.ts';
import { DeclaredTools } from './declared-tools.ts';
import { definitionHash } from './definition-hash.ts';
import { formFor, type DescribedTool } from './form-for.ts';
import {
  addsInMessages,
  BRIDGE_TOOL,
  isOfferedIn,
  takesReferences,
  type LoadingForm,
} from './loading-form.ts';
import { standingReferences } from './standing-references.ts';
import { SourceNotes, type SourceNeedingLogin } from './source-notes.ts';
import type { SearchThreshold, ToolLoading } from './tool-loading.ts';
import { AnnouncedNames } from './announced-names.ts';
import { definitionOf, referenceTo, ToolDefinitions } from './tool-definitions.ts';
import { usedTools } from './used-tools.ts';

export interface LateToolsOptions {
  readonly pool: ToolPool;
  readonly loaded: LoadedTools;
  readonly provider: Pick<ModelProvider, 'lateTools' | 'contextWindow' | 'model'>;
  /** The conversation as the next request carries it. */
  readonly messages: () => readonly ModelMessage[];
  /** A rule denies the whole tool, so the model never sees it. */
  readonly isDenied: (tool: AnyTool) => boolean;
  readonly permission: () => { readonly version: number; readonly mode: PermissionMode };
  /** Default `auto`. */
  readonly loading?: ToolLoading | undefined;
  readonly threshold?: SearchThreshold | undefined;
  /** Names that were already announced to the model of a resumed conversation. Default: none. */
  readonly told?: readonly string[] | undefined;
  /** Names of sources whose tools are still to come. Default: none. */
  readonly connecting?: (() => readonly string[]) | undefined;
  /** Sources that can't be used until the user logs in. Default: none. */
  readonly needsLogin?: (() => readonly SourceNeedingLogin[]) | undefined;
  /** Names of deferred tools that the requests of a resumed conversation list. Default: those of the pool at its next request. */
  readonly declared?: readonly string[] | undefined;
  /** Stores the names that have been announced to the model. Must not throw. */
  readonly keepReported?: ((names: readonly string[]) => void) | undefined;
}

/** Which tools an agent's requests list, and how the model learns of and loads the others. */
export interface LateTools {
  /** For the next request. Returns the same objects if nothing has changed. */
  tools(): Promise<readonly ModelTool[]>;
  /** What the program must tell the model before the next request. */
  notes(): Promise<readonly (string | readonly UserBlock[])[]>;
  /**
   * Call after results were added to the conversation. Returns a problem if something could not be stored.
   */
  took(results: readonly ToolResultBlock[]): string | undefined;
  /** Call after a summary has replaced messages. */
  compacted(before: readonly ModelMessage[]): void;
  /** The tool has joined after the first request, and the form of the API leaves the list of tools as it was. */
  isAdded(name: string): boolean;
  /** One sentence that tells the model how to load a tool it has not seen. Undefined: it can't be loaded. */
  loadHint(name: string): string | undefined;
  /** Names of all tools that the model can reach, including those that it must load first. */
  names(): Promise<readonly string[]>;
}

interface Snapshot {
  readonly form: LoadingForm;
  readonly all: readonly DescribedTool[];
}

export function createLateTools(options: LateToolsOptions): LateTools {
  return new AgentLateTools(options);
}

class AgentLateTools implements LateTools {
  readonly #options: LateToolsOptions;
  readonly #definitions: ToolDefinitions;
  readonly #announced: AnnouncedNames;
  /** Deferred tools that were listed anyway because there were few; they stay listed. */
  readonly #listed = new Set<string>();
  /** Sent in earlier requests: a tool that joins later is added in the API's form for late tools. */
  #sent = new Set<string>();
  #hasBegun: boolean;
  readonly #declared: DeclaredTools;
  readonly #sourceNotes: SourceNotes;
  #key = '';
  #snapshot: Snapshot = { form: 'off', all: [] };
  #tools: readonly ModelTool[] = [];

  constructor(options: LateToolsOptions) {
    this.#options = options;
    this.#definitions = new ToolDefinitions(options.pool);
    this.#announced = new AnnouncedNames(options);
    this.#declared = new DeclaredTools(options.declared);
    this.#sourceNotes = new SourceNotes(options);
    this.#hasBegun = (options.told ?? []).length > 0;
  }

  async tools(): Promise<readonly ModelTool[]> {
    const { form, all } = await this.#current();
    const { pool, loaded } = this.#options;
    const standing = standingReferences(this.#options.messages());
    const listed: ModelTool[] = [];
    const later: ModelTool[] = [];
    const deferred = new Map<string, ModelTool>();
    for (const { tool, definition } of all) {
      const { name } = tool;
      if (!isOfferedIn(form, name)) continue;
      const isShown = standing.found.has(name);
      if (!this.#isHidden(tool, form)) {
        if (!addsInMessages(form) || !standing.added.has(name)) listed.push(definition);
        if (tool.isDeferred && form === 'off') this.#listed.add(name);
      } else if (
        form === 'append'
          ? loaded.names.has(name)
          : takesReferences(form) && !isShown && loaded.names.has(name)
      ) {
        later.push(definition);
      } else if (takesReferences(form) && pool.find(name) === tool) {
        deferred.set(name, this.#definitions.asDeferred(definition));
      }
    }
    if (form === 'inline') {
      const isListed = new Set([...listed, ...later].map(({ name }) => name));
      const declared = this.#declared.take(deferred, standing, (block) =>
        isListed.has(block.tool_name) ? undefined : this.#definitions.fromReference(block),
      );
      deferred.clear();
      for (const tool of declared) deferred.set(tool.name, tool);
    }
    if (form === 'reference') {
      // The API rejects a reference to a tool that is not in the request, and shows the definition from the
      // request.
      const isListed = new Set([...listed, ...later].map(({ name }) => name));
      for (const [name, block] of standing.found) {
        if (!isListed.has(name)) deferred.set(name, this.#definitions.fromReference(block));
      }
    }
    const order = new Map([...loaded.names.keys()].map((name, at) => [name, at]));
    later.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
    const now = [...listed, ...later, ...deferred.values()];
    const isSame = now.length === this.#tools.length && now.every((tool, at) => tool === this.#tools[at]);
    if (!isSame) this.#tools = now;
    for (const { name } of listed) this.#sent.add(name);
    if (form !== 'off') this.#hasBegun = true;
    return this.#tools;
  }

  async notes(): Promise<readonly (string | readonly UserBlock[])[]> {
    const { form, all } = await this.#current();
    const { pool, loaded, messages } = this.#options;
    const notes: (string | readonly UserBlock[])[] = [
      ...this.#sourceNotes.take(form === 'off' ? undefined : SEARCH_TOOL),
    ];
    if (form === 'off') return notes;
    const live = all.filter(({ tool }) => pool.find(tool.name) === tool);
    const hidden = live.filter(({ tool }) => this.#isHidden(tool, form));
    const listing = this.#announced.note(
      hidden.map(({ tool }) => tool),
      { search: SEARCH_TOOL, bridge: form === 'bridge' ? BRIDGE_TOOL : undefined },
    );
    if (listing !== undefined) notes.push(listing);

    const standing = standingReferences(messages());
    const added: ToolReferenceBlock[] = [];
    for (const { tool, definition } of live) {
      const { name } = tool;
      const isStanding = standing.found.has(name) || standing.added.has(name);
      if (!this.#isHidden(tool, form)) {
        const isNew = this.#sent.size > 0 && !this.#sent.has(name) && !isStanding;
        if (addsInMessages(form) && isNew && isOfferedIn(form, name)) added.push(referenceTo(definition));
        continue;
      }
      const hash = loaded.names.get(name);
      if (hash === undefined) continue;
      const now = definitionHash(definition);
      if ((form === 'bridge' || form === 'search-output') && !isStanding) {
        added.push(referenceTo(definition));
      } else if (hash !== '' && hash !== now && form !== 'append') {
        notes.push(
          `The tool ${name} has changed. Its new definition:\n${toolReferenceText(referenceTo(definition))}`,
        );
      } else continue;
      loaded.add([[name, now]]);
    }
    if (added.length > 0) notes.push([{ type: 'text', text: ADDED }, ...added]);
    return notes;
  }

  took(results: readonly ToolResultBlock[]): string | undefined {
    const seen = results.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_reference'),
    );
    if (seen.length === 0) return undefined;
    const problem = this.#options.loaded.add(
      seen.map((block) => {
        // The model is shown the definition that the list has.
        const declared = block.is_added === true ? undefined : this.#declared.get(block.tool_name);
        return [block.tool_name, definitionHash(declared ?? definitionOf(block))] as const;
      }),
    );
    return problem === undefined
      ? undefined
      : `The list of loaded tools could not be written to the journal: ${problem}`;
  }

  compacted(before: readonly ModelMessage[]): void {
    const { loaded, messages } = this.#options;
    const used = usedTools(before);
    const { found, added } = standingReferences(messages());
    const names = [...loaded.names.keys()];
    loaded.remove(names.filter((name) => !used.has(name) && !found.has(name) && !added.has(name)));
    this.#listed.clear();
    this.#sent = new Set();
    this.#declared.forget();
    this.#sourceNotes.forget();
    this.#announced.forget();
  }

  isAdded(name: string): boolean {
    return this.#snapshot.form === 'inline' && this.#declared.lacks(name);
  }

  loadHint(name: string): string | undefined {
    const { form } = this.#snapshot;
    if (form === 'off') return undefined;
    const again = form === 'bridge' ? `call it with ${BRIDGE_TOOL}` : 'make the call again';
    return `Load it with ${SEARCH_TOOL} (query "select:${name}"), then ${again}.`;
  }

  async names(): Promise<readonly string[]> {
    const { form, all } = await this.#current();
    return all.map(({ tool }) => tool.name).filter((name) => isOfferedIn(form, name));
  }

  /** The tool is deferred, and this request has no other reason to list it. */
  #isHidden({ name, isDeferred }: AnyTool, form: LoadingForm): boolean {
    return isDeferred && form !== 'off' && !this.#listed.has(name);
  }

  async #current(): Promise<Snapshot> {
    const { pool, provider, permission, isDenied } = this.#options;
    const { version, mode } = permission();
    const { model, lateTools = 'none' } = provider;
    const key = JSON.stringify([version, pool.version, model, lateTools, this.#connectingAtStart()]);
    if (key === this.#key) return this.#snapshot;
    const all: DescribedTool[] = [];
    for (const tool of pool.tools) {
      if (isDenied(tool)) continue;
      const definition = await this.#definitions.of(tool, mode, model);
      if (definition !== undefined) all.push({ tool, definition });
    }
    this.#snapshot = { form: this.#formOf(all), all };
    this.#key = key;
    return this.#snapshot;
  }

  /** Later, what is listed decides: a form that changed would cost the cached prefix. */
  #connectingAtStart(): number {
    return this.#sent.size === 0 ? (this.#options.connecting?.().length ?? 0) : 0;
  }

  #formOf(all: readonly DescribedTool[]): LoadingForm {
    return formFor(all, this.#options, {
      connecting: this.#connectingAtStart(),
      hasBegun: this.#hasBegun,
    });
  }
}

const ADDED = 'These tools are available to you from now on.';
