import {
  getOwn,
  isJsonObject,
  parsePermissionMode,
  type JsonObject,
  type PermissionUpdate,
  type UpdateDestination,
} from '@sluice/core';

const DESTINATIONS: ReadonlyMap<unknown, UpdateDestination> = new Map([
  ['session', 'session'],
  ['localSettings', 'local'],
  ['projectSettings', 'project'],
  ['userSettings', 'user'],
]);

/** The changes that a hook wants saved, in the engine's form; undefined if one is invalid or names an unknown destination. */
export function permissionUpdates(value: unknown): readonly (PermissionUpdate | undefined)[] {
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map((entry) => (isJsonObject(entry) ? readUpdate(entry) : undefined));
}

function readUpdate(entry: JsonObject): PermissionUpdate | undefined {
  const type = getOwn(entry, 'type');
  const destination = DESTINATIONS.get(getOwn(entry, 'destination'));
  if (destination === undefined) return undefined;
  switch (type) {
    case 'addRules':
    case 'replaceRules':
    case 'removeRules': {
      const behavior = (['allow', 'ask', 'deny'] as const).find((one) => one === getOwn(entry, 'behavior'));
      const rules = listOf(getOwn(entry, 'rules'), ruleText);
      return behavior === undefined || rules === undefined
        ? undefined
        : { type, behavior, rules, destination };
    }
    case 'setMode': {
      const written = getOwn(entry, 'mode');
      const mode = parsePermissionMode(written);
      return mode === undefined ? undefined : { type, mode, destination };
    }
    case 'addDirectories':
    case 'removeDirectories': {
      const directories = listOf(getOwn(entry, 'directories'), (one) =>
        typeof one === 'string' ? one : undefined,
      );
      return directories === undefined ? undefined : { type, directories, destination };
    }
    default:
      return undefined;
  }
}

/** Undefined if any item is: half of a change would be a different change. */
function listOf<Item>(value: unknown, read: (item: unknown) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: readonly unknown[] = value;
  const found = items.map(read).filter((item) => item !== undefined);
  return found.length === items.length ? found : undefined;
}

function ruleText(rule: unknown): string | undefined {
  if (!isJsonObject(rule)) return undefined;
  const tool = getOwn(rule, 'toolName');
  const content = getOwn(rule, 'ruleContent') ?? undefined;
  if (typeof tool !== 'string' || tool === '') return undefined;
  if (content === undefined) return tool;
  return typeof content === 'string' ? `${tool}(${content})` : undefined;
}

/** The rules to save, in the form that hooks read. */
export function suggestionFields(
  rules: readonly string[],
  destination: UpdateDestination,
): readonly object[] {
  if (rules.length === 0) return [];
  const place = [...DESTINATIONS].find(([, known]) => known === destination)?.[0];
  const parts = rules.map((text) => {
    const open = text.indexOf('(');
    return open === -1
      ? { toolName: text }
      : { toolName: text.slice(0, open), ruleContent: text.slice(open + 1, -1) };
  });
  return [{ type: 'addRules', behavior: 'allow', rules: parts, destination: place }];
}
