import {
  type CallInquiry,
  getOwn,
  type InquiryAnswer,
  isJsonObject,
  parseFeedback,
  parsePermissionMode,
  type PermissionUpdate,
  type RuleSource,
  type UpdateDestination,
} from '@sluice/core';

type ParsedResult =
  | { readonly ok: true; readonly answer: InquiryAnswer }
  | { readonly ok: false; readonly message: string };

/**
 * `{"behavior":"allow","updatedInput"?,"updatedPermissions"?}` or
 * `{"behavior":"deny","message","interrupt"?}`. Checks every field: an answer that is not understood must not
 * be accepted.
 */
export function parsePermissionResult(value: unknown): ParsedResult {
  if (!isJsonObject(value)) return wrong('the response must be an object with "behavior"');
  const behavior = getOwn(value, 'behavior');
  if (behavior === 'allow') {
    const updatedInput = getOwn(value, 'updatedInput');
    if (updatedInput !== undefined && updatedInput !== null && !isJsonObject(updatedInput))
      return wrong('"updatedInput" must be an object');
    const updates = parseUpdates(getOwn(value, 'updatedPermissions'));
    if (!Array.isArray(updates)) return wrong(updates.problem);
    return {
      ok: true,
      answer: {
        behavior,
        updatedInput: isJsonObject(updatedInput) ? updatedInput : undefined,
        updates: updates.length > 0 ? updates : undefined,
      },
    };
  }
  if (behavior !== 'deny')
    return wrong(`"behavior" must be "allow" or "deny"; got ${JSON.stringify(behavior)}`);
  const said = parseFeedback(getOwn(value, 'message'));
  if (!said.ok) return wrong(`"message" ${said.message}`);
  const interrupt = getOwn(value, 'interrupt');
  if (interrupt !== undefined && typeof interrupt !== 'boolean')
    return wrong('"interrupt" must be true or false');
  return {
    ok: true,
    answer: { behavior, feedback: said.feedback, endsTurn: interrupt },
  };
}

/** What an "always" would save, in the form that a client may send back. */
export function suggestionsOf({
  suggestedRules,
  suggestedDestination,
}: Pick<CallInquiry, 'suggestedRules' | 'suggestedDestination'>): readonly object[] {
  if (suggestedRules.length === 0) return [];
  return [
    {
      type: 'addRules',
      rules: suggestedRules.map(ruleValue),
      behavior: 'allow',
      destination: DESTINATION_NAMES[suggestedDestination],
    },
  ];
}

/** The two parts of a rule's text, with the protocol's names. */
export function ruleValue(rule: string): { readonly toolName: string; readonly ruleContent?: string } {
  const open = rule.indexOf('(');
  if (open === -1 || !rule.endsWith(')')) return { toolName: rule };
  return { toolName: rule.slice(0, open), ruleContent: rule.slice(open + 1, -1) };
}

/** The source of a rule, with the protocol's names. */
export function ruleSourceName(source: RuleSource): string {
  return SOURCE_NAMES[source];
}

const SOURCE_NAMES: Readonly<Record<RuleSource, string>> = {
  managed: 'policySettings',
  cli: 'cliArg',
  local: 'localSettings',
  project: 'projectSettings',
  user: 'userSettings',
  session: 'session',
  // The protocol has no name for it.
  agent: 'session',
  skill: 'command',
  server: 'session',
};

const DESTINATION_NAMES: Readonly<Record<UpdateDestination, string>> = {
  session: 'session',
  local: 'localSettings',
  project: 'projectSettings',
  user: 'userSettings',
};

const DESTINATIONS = new Map<unknown, UpdateDestination>([
  ['session', 'session'],
  ['localSettings', 'local'],
  ['projectSettings', 'project'],
  ['userSettings', 'user'],
]);
const RULE_TYPES = ['addRules', 'replaceRules', 'removeRules'] as const;
const DIRECTORY_TYPES = ['addDirectories', 'removeDirectories'] as const;
const BEHAVIORS = ['allow', 'ask', 'deny'] as const;

function parseUpdates(value: unknown): PermissionUpdate[] | { readonly problem: string } {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return { problem: '"updatedPermissions" must be a list' };
  const updates: PermissionUpdate[] = [];
  for (const [index, one] of value.entries()) {
    const update = parseUpdate(one);
    if (update === undefined) return { problem: `"updatedPermissions[${index}]" is not a permission update` };
    updates.push(update);
  }
  return updates;
}

function parseUpdate(value: unknown): PermissionUpdate | undefined {
  if (!isJsonObject(value)) return undefined;
  const type = getOwn(value, 'type');
  const destination = DESTINATIONS.get(getOwn(value, 'destination') ?? 'session');
  if (destination === undefined) return undefined;
  if (type === 'setMode') {
    const mode = parsePermissionMode(getOwn(value, 'mode'));
    return mode === undefined ? undefined : { type, mode, destination };
  }
  const ofDirectories = DIRECTORY_TYPES.find((name) => name === type);
  if (ofDirectories !== undefined) {
    const directories = texts(getOwn(value, 'directories'));
    return directories === undefined ? undefined : { type: ofDirectories, directories, destination };
  }
  const ofRules = RULE_TYPES.find((name) => name === type);
  const behavior = BEHAVIORS.find((name) => name === getOwn(value, 'behavior'));
  const given = getOwn(value, 'rules');
  if (ofRules === undefined || behavior === undefined || !Array.isArray(given)) return undefined;
  const rules = given.map(ruleText);
  return rules.every((rule) => rule !== undefined)
    ? { type: ofRules, behavior, rules, destination }
    : undefined;
}

function ruleText(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const toolName = getOwn(value, 'toolName');
  const content = getOwn(value, 'ruleContent');
  if (typeof toolName !== 'string' || toolName === '') return undefined;
  if (content === undefined || content === null) return toolName;
  return typeof content === 'string' ? `${toolName}(${content})` : undefined;
}

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}

function wrong(message: string): ParsedResult {
  return { ok: false, message };
}
