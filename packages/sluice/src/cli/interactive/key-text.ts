import type { TerminalAction } from '@sluice/settings';

/** The key that does something, as people write it: `Ctrl-R`. Undefined: none does. */
export type KeyOf = (action: TerminalAction) => string | undefined;

/** @param actions what each key of the terminal does, by the name of the key: `ctrl+r` */
export function keyTexts(actions: ReadonlyMap<string, TerminalAction>): KeyOf {
  const keys = new Map([...actions].map(([key, action]) => [action, keyText(key)]));
  return (action) => keys.get(action);
}

function keyText(key: string): string {
  return key
    .split('+')
    .map((part) => `${part.slice(0, 1).toUpperCase()}${part.slice(1)}`)
    .join('-');
}
