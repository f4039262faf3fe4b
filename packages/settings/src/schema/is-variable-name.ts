/** The system accepts any other name; shells can't use one with a dash or a space. */
export function isVariableName(name: string): boolean {
  return name !== '' && name.length <= 1000 && !/[=\0]/u.test(name);
}
