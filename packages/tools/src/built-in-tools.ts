import type { AnyTool } from '@sluice/core';
import type { ProcessSession } from '@sluice/process';
import { createBashTool } from './bash/create-bash-tool.ts';
import { createEditTool } from './edit/edit-tool.ts';
import { createGlobTool } from './glob/glob-tool.ts';
import { createGrepTool } from './grep/grep-tool.ts';
import { createReadTool } from './read/read-tool.ts';
import { createWriteTool } from './write/write-tool.ts';

/** All built-in tools. Whoever made the process session disposes of it. */
export function builtInTools({ processes }: { readonly processes: ProcessSession }): readonly AnyTool[] {
  return [
    createBashTool({ processes }),
    createEditTool(),
    createGlobTool(),
    createGrepTool(),
    createReadTool(),
    createWriteTool(),
  ];
}
