/** Hooks that see the same value and each put another in its place: only one of them can be heard. */
export function replacedTwice(
  hooks: readonly { readonly name: string }[],
  what: 'input' | 'output',
): readonly string[] {
  const last = hooks.at(-1);
  if (hooks.length < 2 || last === undefined) return [];
  const names = hooks.map(({ name }) => `"${name}"`).join(', ');
  return [`The hooks ${names} each replaced the ${what} of one call: that of "${last.name}" counts.`];
}
