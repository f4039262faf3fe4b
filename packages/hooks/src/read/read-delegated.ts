import { eventTerms, type HookEvent } from '../events/event-lookup.ts';
import { DELEGATED_TIMEOUTS_S } from '../hook-limits.ts';
import type {
  AgentHandler,
  CallbackHandler,
  McpToolHandler,
  PromptHandler,
  UnavailableHandler,
} from './hook-handler.ts';
import { readBase, type Guard, type Place } from './read-base.ts';
import type { Fields } from './read-fields.ts';

export type DelegatedTerms =
  | Omit<McpToolHandler, Place>
  | Omit<CallbackHandler, Place>
  | Omit<PromptHandler, Place>
  | Omit<AgentHandler, Place>
  | Omit<UnavailableHandler, Place>;

type DelegatedType = keyof typeof DELEGATED_TIMEOUTS_S;

export function isDelegatedType(type: string): type is DelegatedType {
  return Object.hasOwn(DELEGATED_TIMEOUTS_S, type);
}

/** A handler that external runners run. @param runs the types that have a runner */
export function readDelegated(
  fields: Fields,
  type: DelegatedType,
  guard: Guard,
  event: HookEvent,
  runs: ReadonlySet<string>,
): DelegatedTerms | undefined {
  if (!runs.has(type)) notYet(fields, 'type', `Hooks of type "${type}"`, event);
  const base = readBase(fields, guard, event, DELEGATED_TIMEOUTS_S[type]);
  if (type === 'mcp_tool') {
    const server = needed(fields, 'server');
    const tool = needed(fields, 'tool');
    const input = fields.object('input');
    if (server === undefined || tool === undefined || input === 'wrong') return undefined;
    return { kind: type, ...base, server, tool, input: input ?? {} };
  }
  if (type === 'callback') {
    const id = needed(fields, 'id');
    return id === undefined ? undefined : { kind: type, ...base, id };
  }
  const prompt = needed(fields, 'prompt');
  if (prompt === undefined) return undefined;
  const model = fields.text('model');
  if (type === 'agent') return { kind: type, ...base, prompt, model };
  // A model that is asked a question changes nothing.
  const continuesOnBlock = fields.flag('continueOnBlock');
  return { kind: type, ...base, hasNoEffects: true, prompt, model, continuesOnBlock };
}

/** A handler that nothing runs yet, whatever runners a program provides. */
export function readUnavailable(
  fields: Fields,
  key: string,
  what: string,
  guard: Guard,
  event: HookEvent,
): Omit<UnavailableHandler, Place> {
  notYet(fields, key, what.charAt(0).toUpperCase() + what.slice(1), event);
  return { kind: 'unavailable', what, ...readBase(fields, guard, event, DELEGATED_TIMEOUTS_S.mcp_tool) };
}

function needed(fields: Fields, key: string): string | undefined {
  const text = fields.text(key);
  if (text !== undefined && text.trim() !== '') return text;
  fields.fail(undefined, `This hook has no "${key}" and does not run: write it as a text.`);
  return undefined;
}

function notYet(fields: Fields, key: string, what: string, event: HookEvent): void {
  fields.later(key, `${what} can't run yet. ${consequence(event)}`);
}

function consequence(event: HookEvent): string {
  if (event === 'PreToolUse') {
    return "Sluice can't know what it would deny, so each call that it matches asks: remove it, or use a command hook.";
  }
  const { exitTwo, neverFails } = eventTerms(event);
  const mayBlock = (exitTwo === 'blocks' && neverFails !== true) || event === 'PermissionRequest';
  const policy = mayBlock ? ', unless its "onFailure" is "block"' : '';
  return `It fails every time and decides nothing${policy}: remove it, or use a command hook.`;
}
