/** `key: text`, where the text is not the start of anything that YAML gives a meaning. */
const PLAIN = /^([A-Za-z_][\w-]*):[ \t]+([^\s"'[\]{}|>&*!%@`#].*)$/;

/**
 * Puts quotes around the plain text of top-level keys, such as `description: Use it when: …`. Every line keeps its
 * number.
 */
export function quotePlainValues(yaml: string): string {
  return yaml
    .split('\n')
    .map((line) => {
      const match = PLAIN.exec(line);
      return match === null ? line : `${match[1]}: ${JSON.stringify(match[2]?.trimEnd())}`;
    })
    .join('\n');
}
