import { placeText, type HookHandler } from './hook-handler.ts';

const MOST = 60;

/** A hook's name, for a model and a person: its command, in one short line. */
export function hookName(handler: HookHandler): string {
  if (handler.kind === 'unavailable') return handler.what;
  const text = handler.kind === 'http' ? handler.url : [handler.command, ...(handler.args ?? [])].join(' ');
  // It stands between double quotes in every sentence.
  const words = text.replaceAll(/\s+/g, ' ').replaceAll('"', "'").trim();
  return words.length > MOST ? `${words.slice(0, MOST - 1).toWellFormed()}…` : words;
}

/** A sentence for the person, with the hook and where it stands. */
export function notice(handler: HookHandler, text: string): string {
  return `${placeText(handler.place)}: the ${handler.event} hook "${hookName(handler)}": ${text}`;
}
