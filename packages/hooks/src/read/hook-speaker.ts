import { placeText, type HookHandler } from './hook-handler.ts';

const MAX = 60;

/** A hook's name, for the model and the user: its command, in one short line. */
export function hookName(handler: HookHandler): string {
  const words = ownText(handler).replaceAll(/\s+/g, ' ').trim();
  return words.length > MAX ? `${words.slice(0, MAX - 1).toWellFormed()}…` : words;
}

/** Says that it didn't answer in time. If it isn't a program, it may keep running unheard. */
export function lateText({ kind }: HookHandler, afterMs: number): string {
  const isEnded = kind === 'command' || kind === 'http';
  return `it did not respond within ${afterMs / 1000} s and ${isEnded ? 'was stopped' : 'is no longer waited for'}`;
}

function ownText(handler: HookHandler): string {
  switch (handler.kind) {
    case 'command':
      return [handler.command, ...(handler.args ?? [])].join(' ');
    case 'http':
      return handler.url;
    case 'function':
      return handler.name;
    case 'mcp_tool':
      return `${handler.server}: ${handler.tool}`;
    case 'callback':
      return `${handler.event} callback ${handler.id}`;
    case 'prompt':
    case 'agent':
      return handler.prompt;
    case 'unavailable':
      return handler.what;
    default:
      return handler satisfies never;
  }
}

/**
 * For the user: a hook that could have blocked has failed, and blocks nothing. If a settings file could change that, it says how.
 * @param problem what failed, without a period
 */
export function undecidedNotice(
  handler: HookHandler,
  problem: string,
  ended: 'failed' | 'timed-out',
): string {
  const { kind } = handler;
  if (kind === 'function' || kind === 'callback') return notice(handler, problem);
  return notice(handler, `${problem}; it decided nothing. ${REMEDIES[ended]}`);
}

const REMEDIES = {
  failed: 'Fix it, or set "onFailure": "block"',
  'timed-out': 'Raise its timeout, or set "onTimeout": "deny"',
} as const;

/** A sentence for the user, with the hook and its place. */
export function notice(handler: HookHandler, text: string): string {
  return `${placeText(handler.place)}: the ${handler.event} hook "${hookName(handler)}": ${text}`;
}
