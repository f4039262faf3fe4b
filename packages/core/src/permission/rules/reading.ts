import type { CompiledPattern } from '../command-language.ts';
import type { RuleProblem } from '../compiled-rules.ts';
import type { DomainPattern } from './domain-pattern.ts';
import type { Parameter } from './parameter-rule.ts';
import type { PathPattern } from './path-pattern.ts';

/** One way to understand a rule; some have two. `tool` is canonical. */
export type Reading =
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'command'; readonly tool: string; readonly pattern: CompiledPattern }
  | { readonly kind: 'path'; readonly tool: 'Read' | 'Edit'; readonly patterns: readonly PathPattern[] }
  | { readonly kind: 'domain'; readonly tool: string; readonly pattern: DomainPattern }
  | { readonly kind: 'name'; readonly tool: string; readonly name: string; readonly takesRest: boolean }
  | { readonly kind: 'parameter'; readonly tool: string; readonly parameter: Parameter }
  | { readonly kind: 'specifier'; readonly tool: string; readonly specifier: string };

/** What a rule means. Without readings it is ignored. */
export interface RuleReadings {
  readonly readings: readonly Reading[];
  readonly problems: readonly Pick<RuleProblem, 'code' | 'message'>[];
}
