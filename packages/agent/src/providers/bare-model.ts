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
