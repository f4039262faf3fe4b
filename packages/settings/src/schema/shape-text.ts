import type { Shape } from './shape.ts';

/** What a value must be, to follow the words "must be". */
export function shapeText(shape: Shape): string {
  switch (shape.kind) {
    case 'boolean':
      return 'true or false';
    case 'text':
      return 'a text';
    case 'object':
      return 'an object';
    case 'anything':
      return 'anything';
    case 'rule':
      return 'a rule, such as "Bash(npm test *)"';
    case 'key':
      return 'ctrl+, alt+ or ctrl+alt+ and a letter or digit, shift+tab, f1 to f12, or off (ctrl+c, d, h, i, j and m are taken)';
    case 'variable':
      return 'a text, a number, true or false';
    case 'server-match':
      return 'an object with "serverName", "serverCommand" (a list of texts) or "serverUrl" (such as "https://example.com/*")';
    case 'number':
      return shape.max === undefined
        ? `a whole number of at least ${shape.least}`
        : `a whole number from ${shape.least} to ${shape.max}`;
    case 'one-of':
      return `one of ${shape.words.map((word) => JSON.stringify(word)).join(', ')}`;
    case 'list':
      return `a list, each entry of it ${shapeText(shape.of)}`;
    case 'map':
      return `an object, each value of it ${shapeText(shape.of)}`;
    default:
      return shape satisfies never;
  }
}
