import type { JsonObject } from '../data/json.ts';
import type { ClaimContext } from './context.ts';
import type { InferSchema, ToolSchema } from './schema.ts';
import type { Tool } from './tool.ts';

type Optional =
  | 'aliases'
  | 'searchHint'
  | 'isDeferred'
  | 'outputSchema'
  | 'isEnabled'
  | 'isConcurrencySafe'
  | 'isReadOnly'
  | 'isDestructive'
  | 'isIdempotent'
  | 'interruptBehavior'
  | 'changesContext'
  | 'maxResultSizeChars'
  | 'resultPreview'
  | 'displayName'
  | 'summarize'
  | 'annotations';

export type Predicate<Input, Value> = (input: Input, context?: ClaimContext) => Value;

/** What an author writes: everything except name, description, schema and `call` is optional; predicates may be plain values. */
export type ToolDefinition<Schema extends ToolSchema, Output, Extension = unknown, Progress = unknown> = Omit<
  Tool<InferSchema<Schema>, Output, Extension, Progress>,
  Optional | 'inputSchema'
> & {
  readonly inputSchema: Schema;
  readonly aliases?: readonly string[];
  readonly searchHint?: string;
  readonly isDeferred?: boolean;
  readonly outputSchema?: ToolSchema;
  readonly isEnabled?: () => boolean;
  readonly isConcurrencySafe?: boolean | Predicate<InferSchema<Schema>, boolean>;
  readonly isReadOnly?: boolean | Predicate<InferSchema<Schema>, boolean>;
  readonly isDestructive?: boolean | Predicate<InferSchema<Schema>, boolean>;
  readonly isIdempotent?: boolean | Predicate<InferSchema<Schema>, boolean>;
  readonly interruptBehavior?: 'block' | 'cancel' | Predicate<InferSchema<Schema>, 'block' | 'cancel'>;
  readonly changesContext?: boolean | Predicate<InferSchema<Schema>, boolean>;
  readonly maxResultSizeChars?: number | ((input: InferSchema<Schema>) => number);
  readonly resultPreview?: 'head' | 'head-and-tail';
  readonly displayName?: (input: InferSchema<Schema>) => string;
  readonly summarize?: (input: InferSchema<Schema>, context?: ClaimContext) => string;
  readonly annotations?: JsonObject;
};
