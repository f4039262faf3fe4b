/** Whether a variable enables something: set to anything except an empty value, `0` or `false`. */
export function isSwitchedOn(value: string | undefined): boolean {
  const word = value?.trim().toLowerCase() ?? '';
  return word !== '' && word !== '0' && word !== 'false';
}
