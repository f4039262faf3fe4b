/** For a person: an input of which no line was a call, where its first problem has been told already. */
export function noCallText(name: string, problems: number): string {
  const which = name === '-' ? 'the input' : name;
  const rest = problems === 1 ? '' : `; ${problems - 1} more problems of the same kind are left out`;
  return `${which} holds no tool call: what stands there instead is told above${rest}`;
}
