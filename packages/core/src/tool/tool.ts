import type { JsonObject } from '../data/json.ts';
import type { ModelContent } from '../data/content.ts';
import type { CallActions } from '../permission/action.ts';
import type { PermissionMode } from '../data/permission-mode.ts';
import type { Claims } from '../data/claims.ts';
import type { CallContext, CheckContext, ClaimContext, NestedCall } from './context.ts';
import type { CallPreview } from '../data/call-preview.ts';
import type { ToolResult, ToolYield } from './result.ts';
import type { ShortenedPage } from '../result/shortened-page.ts';
import type { RuleSource } from '../data/permission-rule.ts';
import type { ToolSchema } from './schema.ts';

export type InterruptBehavior = 'block' | 'cancel';

export type InputCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Remembers how a tool was defined when a person allowed it. */
export interface DefinitionGuard {
  /**
   * What has changed since, if rules from `source` that allow the tool were given for an earlier definition: they then don't count.
   * Undefined: they count. Must be quick; a throw is a change.
   */
  changeSince(source: RuleSource): DefinitionChange | undefined;
  /** A person has allowed the tool from now on, as it is defined now. Must not throw. */
  confirm(): void;
}

export interface DefinitionChange {
  /** A clause, cleaned: "its description was …, and is now …". */
  readonly what: string;
  /** How to accept the change if no one can be asked: a sentence. */
  readonly remedy: string;
}

/** A tool may tighten what rules and modes decide; its `allow` counts only if nothing else decides. */
export type ToolPermission =
  /**
   * `message`: why the tool, which may allow such a call, does not allow this one; as a clause, it is the reason if nothing else decides.
   */
  | { readonly behavior: 'passthrough'; readonly message?: string }
  /** `message`: why, as a clause; it is the reason of the decision. */
  | { readonly behavior: 'allow'; readonly message?: string }
  | { readonly behavior: 'ask' | 'deny'; readonly message: string };

/**
 * A tool: one object that declares everything the engine needs. `defineTool` fills in the defaults, all of which fail closed. `input` is
 * always the parsed input. If a predicate throws, the safe answer applies. The context says where the call would run; without one, for
 * example when tools are listed, a tool that depends on it returns the safe answer.
 */
export interface Tool<Input = unknown, Output = unknown, Extension = unknown, Progress = unknown> {
  readonly name: string;
  /** Other names that old transcripts use for it. */
  readonly aliases: readonly string[];
  /** Names by which deny and ask rules reach it, too; an allow rule never does. Default: none. */
  readonly restrictedAs?: readonly string[];
  /** The tool replaces the built-in one with its name. Without it, that name is rejected. Default false. */
  readonly replacesBuiltIn?: boolean;
  /**
   * A function is called when the model's tool list is built (without an input), and may be called for one call. A throw leaves the tool
   * out of the list.
   */
  readonly description: string | ToolDescription<Input>;
  /** Additional words by which tool search should find it. */
  readonly searchHint: string | undefined;
  /** Left out of the model's tool list until tool search loads it. Default false. */
  readonly isDeferred: boolean;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema | undefined;
  /**
   * Loads what the other functions need, so that a program that never calls the tool doesn't pay for it. Awaited before the first of its
   * calls is processed, and by anyone who calls a predicate without the engine; may be called again. A rejection is an error of the call.
   */
  load?(): Promise<void>;
  /** Called at each assembly of the pool. Default true. */
  isEnabled(): boolean;

  /** May run at the same time as other safe calls. Default false. */
  isConcurrencySafe(input: Input, context?: ClaimContext): boolean;
  /** Finer than `isConcurrencySafe`: what this call reads and writes. Without it: safe reads everything, unsafe is exclusive. */
  claims?(input: Input, context: ClaimContext): Claims;
  /** Has no effects, so it can be run again. Default false. */
  isReadOnly(input: Input, context?: ClaimContext): boolean;
  /** May destroy something that can't be restored. Default true for a tool that is not read-only. */
  isDestructive(input: Input, context?: ClaimContext): boolean;
  /**
   * Of a call with effects: a person should think twice, since it is known to destroy, replace or publish something, or no one can tell
   * what it does. Default: `isDestructive`.
   */
  isHighRisk?(input: Input, context?: ClaimContext): boolean;
  /** Running it twice has the same effect as once, so a resume may run it again. Default: `isReadOnly`. */
  isIdempotent(input: Input, context?: ClaimContext): boolean;
  /** A failing call that may have had effects cancels later calls of the same message in the same group. Default none. */
  onError?(input: Input, context?: ClaimContext): { readonly cancels: string } | undefined;
  /** What `user-message` interrupts do to a running call. Default `block`; for read-only calls `cancel`. */
  interruptBehavior(input: Input, context?: ClaimContext): InterruptBehavior;
  /** Changes the session's context (such as its working directory): runs alone. Default false. */
  changesContext(input: Input, context?: ClaimContext): boolean;
  /** UTF-16 units of the model's text beyond which the result is stored. `Infinity`: the tool limits its own output. Default 50,000. */
  maxResultSizeChars(input: Input): number;
  /**
   * UTF-16 units that take the place of `maxResultSizeChars`, and may be more than 50,000: what the user has configured, or a server says
   * of its tool. An option or setting for the tool's name wins. Default: none.
   */
  readonly resultLimit?: number | undefined;
  /** UTF-16 units of the model's text beyond which the user is notified that the result is large. Default: never. */
  readonly largeResultChars?: number | undefined;
  /** The images of its results are such as a model API takes: nothing checks them again. Default false. */
  readonly checksImages?: boolean | undefined;
  /** Which part of an over-long result the preview shows. Default `head`. */
  readonly resultPreview: 'head' | 'head-and-tail';
  /** Milliseconds of executing time, without waits for nested calls. Default none: the tool has its own limits. */
  timeoutMs?(input: Input): number | undefined;

  /**
   * The call of another tool that this call makes: rules, hooks, the scheduler and records see that one, with its own validation. This
   * tool's schema is checked first, and its `call` never runs. A target that has one itself is rejected. Default none.
   */
  target?(input: Input): NestedCall;

  /** Checks against the world, after all conflicting earlier calls have settled. */
  validateInput?(input: Input, context: CheckContext): InputCheck | Promise<InputCheck>;
  /** What the call does, for rules, modes and safety checks. Must be quick; a throw is treated as opaque. Without it, claims are used. */
  actions?(input: Input, context: ClaimContext): CallActions;
  /** A person must answer each call, whatever rules, modes and hooks allow. Default false. */
  readonly requiresUserInteraction?: boolean;
  /**
   * The call itself is the question to a person: questions, or a plan to approve. Implies `requiresUserInteraction`; front ends show it
   * as that kind of inquiry, and the person's answer is the input that `call` gets. Only a hook that allows the call and passes the
   * answer as its input can answer instead. Default none.
   */
  readonly interaction?: 'questions' | 'plan';
  /**
   * Its calls change nothing but the session's own records, such as a list of tasks or a message to one of its agents, so plan mode
   * has nothing against them. Default false.
   */
  readonly staysInSession?: boolean;
  checkPermissions?(input: Input, context: CheckContext): ToolPermission | Promise<ToolPermission>;
  /** For a tool whose author can change it at any time: keeps allow rules to the definition that they were given for. Default none. */
  readonly definition?: DefinitionGuard;
  /** Matches the part of a rule in brackets: does `specifier` apply to this call? */
  permissionMatcher?(input: Input, context: ClaimContext): (specifier: string) => boolean;
  /**
   * Absolute paths of files whose content matters to a person's decision: the file that is edited, the script that is run. If one has
   * changed between the question and the start, the person is asked again. Must be quick. Default none.
   */
  decidedOn?(input: Input, context: ClaimContext): readonly string[];
  /**
   * Paths, beside those of `actions`, that the input may name. If one leads elsewhere when the call starts, because of a symbolic link, a person
   * who allowed the call is asked again. Relative ones are relative to `cwd`. They need not exist. Must be quick. Default none.
   */
  decidedPlaces?(input: Input, context: ClaimContext): readonly string[];
  /**
   * What the call would change, for a person who is asked about it. It must show everything that the input decides: front
   * ends print it in place of the input. Undefined, or a throw: the input is shown. Default none.
   */
  preview?(input: Input, context: CheckContext): Promise<CallPreview | undefined>;
  /** Name of a text field of the input that a person who is asked may change before they allow the call. Default none. */
  readonly editable?: string;
  /** Rules, as text, that would allow this call again. Default: the tool's name, which allows all of its calls. */
  suggestRules?(input: Input, context: ClaimContext): readonly string[];
  /** What an approval classifier sees of the input. Default: the input itself. */
  classifierView?(input: Input): unknown;

  call(
    input: Input,
    context: CallContext<Extension, Progress>,
  ): Promise<ToolResult<Output>> | AsyncIterable<ToolYield<Output, Progress>>;

  /** Output → model. Default: a string as is, everything else as JSON. */
  toModel?(data: Output, input: Input): ModelContent;
  /**
   * A smaller page of the same output, with at most `maxChars` UTF-16 units, that says how to get the rest. For a tool that limits its
   * own output (`maxResultSizeChars` of `Infinity`), if the results of one message are too long together. With a `range`, only that part
   * of what the call recorded as read is treated as read; without one, nothing of it.
   */
  shorten?(data: Output, input: Input, maxChars: number): string | ShortenedPage;
  /** Output → programs that show the call (`tool_use_result`). Default: the data. */
  toClient?(data: Output, input: Input, notes?: ClientNotes): unknown;
  /** The same if the model gets a reference to an earlier, identical result instead. Default: `toClient`. */
  toClientAsUnchanged?(data: Output, input: Input): unknown;
  /** Output → hooks (`tool_response`). Default: the client view. */
  toHook?(data: Output, input: Input): unknown;
  /**
   * Converts a hook's replacement of the output to an output. For a tool without an `outputSchema`; without it such a value is shown as
   * text, or as JSON. Undefined: it is invalid.
   */
  readReplacement?(value: unknown): Output | undefined;
  /**
   * Front ends show what the tool keeps in a place of its own, as they do with a list of steps: calls that have succeeded need no more
   * than a mention. Default false.
   */
  readonly isShownElsewhere?: boolean | undefined;
  displayName(input: Input): string;
  /** One line for people: what this call does. Shown after the tool's name. With a context, paths below its directory are relative to it. */
  summarize(input: Input, context?: ClaimContext): string;
  /** Lines for people: the result. Default: the start of the model's text. */
  render?(data: Output, input: Input): string;
  /** Facts for programs that list tools; never read by the engine. */
  readonly annotations: JsonObject;
}

/** A method, so that a function with a narrower input is assignable: see `AnyTool`. */
type ToolDescription<Input> = {
  describe(context: DescriptionContext<Input>): string | Promise<string>;
}['describe'];

/** What a tool's description may depend on. */
export interface DescriptionContext<Input = unknown> {
  /** Undefined: the tool is described, not one call of it. */
  readonly input?: Input | undefined;
  readonly pool: { readonly tools: readonly AnyTool[] };
  /** Undefined if unknown, for example when tools are listed outside a session. */
  readonly mode?: PermissionMode | undefined;
  /** As users write it, such as `anthropic/claude-sonnet-5-5`; undefined if unknown. */
  readonly model?: string | undefined;
}

/** What the engine has told the model in addition to a call's output. */
export interface ClientNotes {
  /** Which files, read earlier, have changed since. */
  readonly staleHint?: string;
}

/** Any tool, input and output erased. Methods are bivariant, so every `Tool<I, O>` is one. */
export type AnyTool = Tool;
