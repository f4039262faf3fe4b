import type { ToyCall } from './toy-calls.ts';

/** Four files, a symbolic link to the first, and their directory: what random batches work on. */
export const PATHS = ['/d/a', '/d/b', '/d/e/c', '/d/e/f', '/d/link'] as const;
export const LINK_TARGET = '/d/a';

export interface ToyWorld {
  readonly contents: Map<string, string>;
  cwd: string;
}

export function createToyWorld(): ToyWorld {
  return {
    contents: new Map([
      ['/d/a', 'a'],
      ['/d/b', 'b'],
      ['/d/e/c', 'c'],
    ]),
    cwd: '/d',
  };
}

export function realPath(path: string, cwd: string): string {
  const absolute = path.startsWith('/') ? path : `${cwd}/${path}`;
  return absolute === '/d/link' ? LINK_TARGET : absolute;
}

/** What a call sees before it changes anything. */
export function look(world: ToyWorld, call: ToyCall): string {
  switch (call.tool) {
    case 'Read':
    case 'Write':
    case 'Append':
      return world.contents.get(realPath(call.path, world.cwd)) ?? '(none)';
    case 'List':
      return [...world.contents]
        .filter(([path]) => path.startsWith(`${call.path}/`))
        .map(([path, text]) => `${path}=${text}`)
        .sort()
        .join(' ');
    case 'Shell':
      return [...world.contents.entries()].sort().join(' ');
    case 'Cd':
      return world.cwd;
    case 'Web':
      return call.text;
    default:
      return call satisfies never;
  }
}

/** What a call does, given what it saw, and its result. */
export function act(world: ToyWorld, call: ToyCall, seen: string): string {
  switch (call.tool) {
    case 'Read':
    case 'List':
    case 'Web':
      return seen;
    case 'Write':
      world.contents.set(realPath(call.path, world.cwd), call.text);
      return `wrote over ${seen}`;
    case 'Append':
      world.contents.set(realPath(call.path, world.cwd), seen + call.text);
      return seen + call.text;
    case 'Shell':
      for (const [path, text] of world.contents) world.contents.set(path, `${text.slice(-6)}${call.text}`);
      return seen;
    case 'Cd':
      world.cwd = call.path;
      return `now in ${call.path}`;
    default:
      return call satisfies never;
  }
}
