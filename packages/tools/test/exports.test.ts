import { expect, it } from 'vitest';
import * as exported from '../src/index.ts';

it('exports this list and nothing else', () => {
  expect(Object.keys(exported).sort()).toEqual([
    'JobFile',
    'Schedules',
    'TOOLS_FOR_DEFERRED',
    'TaskList',
    'builtInTools',
    'commandLine',
    'createBashTool',
    'createEditTool',
    'createGlobTool',
    'createGrepTool',
    'createNotebookEditTool',
    'createReadTool',
    'createTaskOutputTool',
    'createTaskRegistry',
    'createTaskStopTool',
    'createToolSearchTool',
    'createUseTool',
    'createWebSearchTool',
    'createWriteTool',
    'cronTimes',
    'describeStatus',
    'fileNow',
    'findRipgrep',
    'imageForModel',
    'isRunning',
    'isTemporaryBeside',
    'openSearch',
    'openTasks',
    'restoreFile',
    'structuredPatchOf',
    'taskNote',
    'taskNotes',
  ]);
});
