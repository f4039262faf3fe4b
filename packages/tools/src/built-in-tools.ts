import type { AnyTool, CheckContext } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { createBashTool } from './bash/create-bash-tool.ts';
import { createEditTool } from './edit/edit-tool.ts';
import { createGlobTool } from './glob/glob-tool.ts';
import { createGrepTool } from './grep/grep-tool.ts';
import { createReadTool } from './read/read-tool.ts';
import { createWriteTool } from './write/write-tool.ts';

export interface BuiltInToolsOptions {
  /** Runs the commands. Whoever made it disposes of it. */
  readonly processes: ProcessSession;
  /**
   * Whether a file may be shown or named in a result: the place for `Read` deny rules. `realPath` is the path with all
   * links resolved, where the tool knows it. Must not throw. Default: every file.
   */
  readonly mayRead?: (path: string, context: CheckContext, realPath?: string) => boolean;
  /** Absolute: programs that are found in it are not taken for those of the system. */
  readonly workspace?: string;
}

/** All built-in tools. */
export function builtInTools({ processes, mayRead, workspace }: BuiltInToolsOptions): readonly AnyTool[] {
  const search = mayRead === undefined ? {} : { mayRead };
  return [
    createBashTool({ processes, ...(workspace !== undefined && { workspace }) }),
    createEditTool(),
    createGlobTool(search),
    createGrepTool(search),
    createReadTool(mayRead === undefined ? {} : { mayName: mayRead }),
    createWriteTool(),
  ];
}
