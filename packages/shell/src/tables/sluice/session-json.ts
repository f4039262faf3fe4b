/** Settings with these alone give no right. */
const HARMLESS_SETTINGS = new Set(['effortLevel', 'language', 'model', 'outputStyle', 'theme', 'verbose']);
/** An agent with these alone has no more rights than who opens it. */
const HARMLESS_FIELDS = new Set(
  'description prompt model tools disallowedTools effort maxTurns color'.split(' '),
);

/** Whether settings in JSON may say something about rules, hooks, servers, variables, or code that runs. */
export function givesRights(text: string): boolean {
  const settings = parse(text);
  if (!isJsonObject(settings)) return true;
  return !Object.entries(settings).every(
    ([key, value]) => HARMLESS_SETTINGS.has(key) && !JSON.stringify(value).includes('ai-sdk:'),
  );
}

/** Whether agents in JSON have neither a mode nor hooks, servers or skills of their own. */
export function isHarmlessAgents(text: string | undefined): boolean {
  const agents = text === undefined ? undefined : parse(text);
  if (!isJsonObject(agents)) return false;
  return Object.values(agents).every(
    (agent) =>
      isJsonObject(agent) &&
      Object.keys(agent).every((key) => HARMLESS_FIELDS.has(key)) &&
      !JSON.stringify(agent['model'] ?? '').includes('ai-sdk:'),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
