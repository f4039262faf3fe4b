/** The system takes any other name; one with a dash or a blank no shell can use. */
export function isVariableName(name: string): boolean {
  return name !== '' && name.length <= 1000 && !/[=\0]/u.test(name);
}
