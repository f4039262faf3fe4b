/** A variable that switches something on: set to anything but nothing, `0` or `false`. */
export function isSwitchedOn(value: string | undefined): boolean {
  const word = value?.trim().toLowerCase() ?? '';
  return word !== '' && word !== '0' && word !== 'false';
}
