import type { JsonObject } from '../data/json.ts';
import type { ModelContent } from '../data/content.ts';
import type { CallActions } from '../permission/action.ts';
import type { PermissionMode } from '../data/permission-mode.ts';
import type { Claims } from '../data/claims.ts';
import type { CallContext, CheckContext, ClaimContext, NestedCall } from './context.ts';
import type { CallPreview } from '../data/preview.ts';
import type { ToolResult, ToolYield } from './result.ts';
import type { ShortenedPage } from '../result/shortened-page.ts';
import type { ToolSchema } from './schema.ts';

export type InterruptBehavior = 'block' | 'cancel';

export type InputCheck =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** A tool may tighten what rules and modes say; its `allow` counts only where nothing else decides. */
export type ToolPermission =
  /** `message`: why the tool, which may allow such a call, does not allow this one; as a clause, it is the reason where nothing else decides. */
  | { readonly behavior: 'passthrough'; readonly message?: string }
  /** `message`: why, as a clause; it is the reason of the decision. */
  | { readonly behavior: 'allow'; readonly message?: string }
  | { readonly behavior: 'ask' | 'deny'; readonly message: string };

/**
 * A tool: one object that declares everything the engine may ask. `defineTool` fills in the defaults, all of which
 * fail closed. `input` is always the parsed input. A throw in a predicate counts as the closed answer. The context says
 * where the call would run; without one, as when tools are listed, a tool that depends on it answers what is closed.
 */
export interface Tool<Input = unknown, Output = unknown, Extension = unknown, Progress = unknown> {
  readonly name: string;
  /** Other names by which old transcripts call it. */
  readonly aliases: readonly string[];
  /** Names by which deny and ask rules reach it, too; an allow rule never does. Default: none. */
  readonly restrictedAs?: readonly string[];
  /** The tool takes the place of the built-in one with its name. Without it, that name is refused. Default false. */
  readonly replacesBuiltIn?: boolean;
  /** A function is called when the model's list is made (without an input), and may be for one call. A throw leaves the tool out of the list. */
  readonly description: string | ToolDescription<Input>;
  /** Words that tool search should also find it by. */
  readonly searchHint: string | undefined;
  /** Left out of the model's tool list until tool search loads it. Default false. */
  readonly isDeferred: boolean;
  readonly inputSchema: ToolSchema;
  readonly outputSchema: ToolSchema | undefined;
  /**
   * Loads what the other functions need, so that a program which never calls the tool doesn't pay for it. Awaited before
   * the first of its calls is looked at, and by whoever asks a predicate without the engine; may be called again. A
   * rejection is an error of the call.
   */
  load?(): Promise<void>;
  /** Asked at each assembly of the pool. Default true. */
  isEnabled(): boolean;

  /** May run beside other safe calls. Default false. */
  isConcurrencySafe(input: Input, context?: ClaimContext): boolean;
  /** Finer than `isConcurrencySafe`: what this call reads and writes. Without it: safe reads everything, unsafe is exclusive. */
  claims?(input: Input, context: ClaimContext): Claims;
  /** Has no effects, so that it can be run again. Default false. */
  isReadOnly(input: Input, context?: ClaimContext): boolean;
  /** May lose something that can't be brought back. Default true for a tool that is not read-only. */
  isDestructive(input: Input, context?: ClaimContext): boolean;
  /** Running it twice is as good as once, so that a resume may run it again. Default: `isReadOnly`. */
  isIdempotent(input: Input, context?: ClaimContext): boolean;
  /** A failing call that may have had effects cancels later calls of the same message that name the same group. Default none. */
  onError?(input: Input, context?: ClaimContext): { readonly cancels: string } | undefined;
  /** What `user-message` interrupts do to a running call. Default `block`; for read-only calls `cancel`. */
  interruptBehavior(input: Input, context?: ClaimContext): InterruptBehavior;
  /** Writes the session's context (its working directory, say): runs alone. Default false. */
  changesContext(input: Input, context?: ClaimContext): boolean;
  /** UTF-16 units of the model's text above which the result goes to disk. `Infinity`: the tool bounds itself. Default 50,000. */
  maxResultSizeChars(input: Input): number;
  /** Which part of an over-long result the preview shows. Default `head`. */
  readonly resultPreview: 'head' | 'head-and-tail';
  /** Milliseconds of executing time, waits for nested calls not counted. Default none: the tool has limits of its own. */
  timeoutMs?(input: Input): number | undefined;

  /**
   * The call stands for one of another tool: rules, hooks, the scheduler and records see that one, with its own validation.
   * This tool's schema is checked first, and its `call` never runs. A target that has one itself is refused. Default none.
   */
  target?(input: Input): NestedCall;

  /** Checks against the world, at the moment when all conflicting earlier calls have settled. */
  validateInput?(input: Input, context: CheckContext): InputCheck | Promise<InputCheck>;
  /** What the call does, for rules, modes and floors. Must be quick; a throw counts as opaque. Without it, claims are looked at. */
  actions?(input: Input, context: ClaimContext): CallActions;
  /** A person must answer each call, whatever rules, modes and hooks allow. Default false. */
  readonly requiresUserInteraction?: boolean;
  /**
   * The call itself is what a person is asked: questions, or a plan to approve. It implies `requiresUserInteraction`, front ends
   * show it as that kind of inquiry, and what the person answers is the input that `call` gets. Default none.
   */
  readonly interaction?: 'questions' | 'plan';
  checkPermissions?(input: Input, context: CheckContext): ToolPermission | Promise<ToolPermission>;
  /** A predicate for the part of a rule in brackets: does this call match `specifier`? */
  permissionMatcher?(input: Input, context: ClaimContext): (specifier: string) => boolean;
  /**
   * Absolute paths of files whose content a person's decision is about: the file that is edited, the script that is run.
   * One that has changed between the question and the start is asked about again. Must be quick. Default none.
   */
  decidedOn?(input: Input, context: ClaimContext): readonly string[];
  /**
   * What the call would change, for a person who is asked about it. It must show everything that the input decides: front
   * ends print it in place of the input. Undefined, or a throw: the input is shown. Default none.
   */
  preview?(input: Input, context: CheckContext): Promise<CallPreview | undefined>;
  /** Rules, as text, that would allow this call again. Default: the tool's name, which allows all of its calls. */
  suggestRules?(input: Input, context: ClaimContext): readonly string[];
  /** What an approval classifier sees of the input. Default: the input itself. */
  classifierView?(input: Input): unknown;

  call(
    input: Input,
    context: CallContext<Extension, Progress>,
  ): Promise<ToolResult<Output>> | AsyncIterable<ToolYield<Output, Progress>>;

  /** Output → model. Default: a string as it is, everything else as JSON. */
  toModel?(data: Output, input: Input): ModelContent;
  /**
   * A smaller page of the same output, of at most `maxChars` UTF-16 units, that says how to get the rest. For a tool
   * that bounds itself (`maxResultSizeChars` of `Infinity`), when the results of one message are too long together.
   * With a `range`, only that part of what the call recorded as read counts as read; without one nothing of it.
   */
  shorten?(data: Output, input: Input, maxChars: number): string | ShortenedPage;
  /** Output → programs that show the call (`tool_use_result`). Default: the data. */
  toClient?(data: Output, input: Input, notes?: ClientNotes): unknown;
  /** The same where the model gets a reference to an earlier, identical result instead. Default: `toClient`. */
  toClientAsUnchanged?(data: Output, input: Input): unknown;
  /** Output → hooks (`tool_response`). Default: the client view. */
  toHook?(data: Output, input: Input): unknown;
  /**
   * What a hook puts in the place of the output, as an output. For a tool without an `outputSchema`; without it such a value is shown as
   * text, or as JSON. Undefined: it is none.
   */
  readReplacement?(value: unknown): Output | undefined;
  displayName(input: Input): string;
  /** One line for people: what this call does. */
  summarize(input: Input): string;
  /** Lines for people: what came out. Default: the start of the model's text. */
  render?(data: Output, input: Input): string;
  /** Facts for programs that list tools; never read by the engine. */
  readonly annotations: JsonObject;
}

/** A method, so that a function of a narrower input is one: see `AnyTool`. */
export type ToolDescription<Input> = {
  describe(context: DescriptionContext<Input>): string | Promise<string>;
}['describe'];

/** What a tool's description may depend on. */
export interface DescriptionContext<Input = unknown> {
  /** Undefined: the tool is described, not one call of it. */
  readonly input?: Input | undefined;
  readonly pool: { readonly tools: readonly AnyTool[] };
  /** Undefined: it isn't known, as where tools are listed outside a session. */
  readonly mode?: PermissionMode | undefined;
  /** As a person writes it, such as `anthropic/claude-sonnet-4-5`; undefined: it isn't known. */
  readonly model?: string | undefined;
}

/** What the engine has told the model beside a call's output. */
export interface ClientNotes {
  /** Which files, read earlier, have changed since. */
  readonly staleHint?: string;
}

/** Any tool, input and output erased. Methods are bivariant, so every `Tool<I, O>` is one. */
export type AnyTool = Tool;
