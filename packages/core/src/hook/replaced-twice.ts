/** Several hooks received the same value and each replaced it: only one replacement can be used. */
export function replacedTwice(
  hooks: readonly { readonly name: string }[],
  what: 'input' | 'output',
): readonly string[] {
  const last = hooks.at(-1);
  if (hooks.length < 2 || last === undefined) return [];
  const names = hooks.map(({ name }) => `"${name}"`).join(', ');
  return [
    `The hooks ${names} each replaced the ${what} of the same call: the one from "${last.name}" is used.`,
  ];
}
