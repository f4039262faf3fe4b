/** The services whose models are known by their names alone. */
const BY_NAME: readonly (readonly [service: string, form: RegExp])[] = [
  ['anthropic', /^claude-/],
  ['openai', /^(?:gpt-|chatgpt-|o\d)/],
  ['gemini', /^gemini-/],
];

/** The service that a name without one belongs to, and the name as that service writes it; undefined: it could be anybody's. */
export function bareModel(name: string): { readonly service: string; readonly model: string } | undefined {
  const model = name.toLowerCase();
  const found = BY_NAME.find(([, form]) => form.test(model));
  return found === undefined ? undefined : { service: found[0], model };
}

/** The full form of what people shorten; a short name means another model each year, so none is guessed. */
const FULL: ReadonlyMap<string, string> = new Map([
  ['sonnet', 'anthropic/claude-sonnet-4-5'],
  ['opus', 'anthropic/claude-opus-4-1'],
  ['haiku', 'anthropic/claude-haiku-4-5'],
  ['claude', 'anthropic/claude-sonnet-4-5'],
]);

/** What somebody who wrote a short name may have meant. */
export function shortNameHint(name: string): string | undefined {
  const full = FULL.get(name.toLowerCase());
  if (full === undefined) return undefined;
  return `${JSON.stringify(name)} is a short name, which stands for another model each year: did you mean ${full}? Write the full name of the model, as Anthropic lists it.`;
}
