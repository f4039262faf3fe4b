import { placeText, type HookHandler, type RunnableHandler } from './hook-handler.ts';

const MOST = 60;

/** A hook's name, for a model and a person: its command, in one short line. */
export function hookName(handler: HookHandler): string {
  if (handler.kind === 'unavailable') return handler.what;
  const text = ownText(handler);
  // It stands between double quotes in every sentence.
  const words = text.replaceAll(/\s+/g, ' ').replaceAll('"', "'").trim();
  return words.length > MOST ? `${words.slice(0, MOST - 1).toWellFormed()}…` : words;
}

/** That it has not answered in time. A function goes on, and nobody hears it. */
export function lateText({ kind }: RunnableHandler, afterMs: number): string {
  return `it did not answer within ${afterMs / 1000} s and ${kind === 'function' ? 'is not waited for' : 'was ended'}`;
}

function ownText(handler: RunnableHandler): string {
  switch (handler.kind) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return handler.url;
    case 'function':
      return handler.name;
    default:
      return handler satisfies never;
  }
}

/** A sentence for the person, with the hook and where it stands. */
export function notice(handler: HookHandler, text: string): string {
  return `${placeText(handler.place)}: the ${handler.event} hook "${hookName(handler)}": ${text}`;
}
