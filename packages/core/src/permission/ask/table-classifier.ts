import type { Files } from '../../ports/files.ts';
import type { Action, FileAction } from '../action.ts';
import type { ClassifierVerdict, PermissionClassifier } from './classifier.ts';
import { guardedPath } from '../paths/guarded-path.ts';
import { isInside } from '../paths/is-inside.ts';
import { protectedPart } from '../paths/protected-paths.ts';
import { isOfHomeSettings } from '../paths/settings-of-home.ts';
import { placesOf, spellingsOfAction } from '../paths/spellings.ts';

type Undoable = (action: FileAction) => string | undefined;

/**
 * The built-in classifier: what stays inside the workspace and can be undone is allowed, everything else asks.
 *
 * | what the call does | verdict |
 * | --- | --- |
 * | a tool of the engine writes a file of the workspace (its content before is kept) | allow |
 * | a file command or a redirection makes a file or directory of the workspace that was not there | allow |
 * | it reads files of the workspace, as part of the above | allow |
 * | anything else: a removal, an overwritten file, another place, a protected path, a program, another machine | ask |
 */
export function createTableClassifier(files: Files): PermissionClassifier {
  return ({ actions, cwd, permission }): ClassifierVerdict => {
    if (actions === undefined || actions.opaque !== undefined || actions.actions.length === 0) {
      return ask('what it does is not fully known');
    }
    const why = (action: FileAction, mustBeNew: boolean): string | undefined => {
      if (action.path === undefined) return 'it touches an unknown file';
      const spellings = spellingsOfAction(action.path, action, cwd, files);
      const { lexical, real } = spellings;
      if (!permission.workingDirectories.some((directory) => isInside(real, directory))) {
        return `${real} is outside the workspace`;
      }
      if (action.access === 'read' || action.access === 'list') return undefined;
      if (action.access === 'remove') return `${real} would be removed`;
      if (protectedPart(lexical) !== undefined || protectedPart(real) !== undefined)
        return `${real} is protected`;
      if (isOfHomeSettings(action, spellings, permission))
        return `${real} is a setting of the home directory`;
      if (guardedPath(permission.guarded, action, spellings) !== undefined) return `${real} is protected`;
      return mustBeNew && files.identify(real, '/').links > 0 ? `${real} exists already` : undefined;
    };
    for (const action of placesOfAll(actions.actions, cwd, files)) {
      const reason = whyNot(
        action,
        (file) => why(file, false),
        (file) => why(file, true),
      );
      if (reason !== undefined) return ask(reason);
    }
    return { behavior: 'allow', reason: 'it stays inside the workspace and can be undone' };
  };
}

function placesOfAll(actions: readonly Action[], cwd: string, files: Files): readonly Action[] {
  return actions.flatMap<Action>((one) => (one.type === 'file' ? placesOf(one, cwd, files) : [one]));
}

function whyNot(action: Action, byTool: Undoable, byCommand: Undoable): string | undefined {
  switch (action.type) {
    case 'file':
      return byTool(action);
    case 'command': {
      // The commands that it comes of say the same of themselves.
      if (action.isPresumed === true) return undefined;
      const isKnown = action.isReadOnly || action.isFileEdit;
      if (!isKnown) return `${action.source}: ${action.why}`;
      return [...action.files, ...action.redirections].map(byCommand).find((reason) => reason !== undefined);
    }
    case 'fetch':
      return `it reaches ${action.host}`;
    case 'named':
      return `it starts ${action.name}`;
    default:
      return action satisfies never;
  }
}

function ask(reason: string): ClassifierVerdict {
  return { behavior: 'ask', reason };
}
