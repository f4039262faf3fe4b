/**
 * The input schemas of the built-in tools as JSON Schema, where no variable has changed them. Made of the schemas by
 * scripts/known-inputs.ts.
 */
export const KNOWN_INPUTS = {
  Bash: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: 'Shell text for bash: one command, or several joined with &&, ||, ;, pipes or newlines.',
        minLength: 1,
      },
      timeout: {
        type: 'number',
        description:
          'Milliseconds that the command is waited for. Default 120000, at most 600000; more is lowered to that. With run_in_background: default 1800000, at most 7200000.',
        exclusiveMinimum: 0,
      },
      description: {
        type: 'string',
        description:
          'What the command does, in one short active phrase; the person sees it beside the command.',
      },
      run_in_background: {
        type: 'boolean',
        description:
          'Starts the command and does not wait for it: the result names its task and the file that its output goes to.',
      },
      dangerouslyDisableSandbox: {
        type: 'boolean',
        description:
          'Asks to run outside the sandbox, where the settings have turned one on. Only for a command that the sandbox has refused something; it goes through the usual permission, and the settings may forbid it.',
      },
    },
    required: ['command'],
    additionalProperties: false,
  },
  Edit: {
    type: 'object',
    properties: {
      file_path: {
        type: 'string',
        description: 'Absolute path of the file; a relative one is seen from the working directory',
        minLength: 1,
      },
      old_string: {
        type: 'string',
        description: 'The exact text to replace; empty to make a new file',
      },
      new_string: {
        type: 'string',
        description: 'The text to put in its place; must differ from old_string',
      },
      replace_all: {
        type: 'boolean',
        description: 'Replace every match; false unless given',
      },
    },
    required: ['file_path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  Glob: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        description: 'Glob, relative to path unless it is absolute, such as "src/**/*.{ts,tsx}"',
        minLength: 1,
      },
      path: {
        type: 'string',
        description: 'Folder to search in. Leave out to search the working directory',
      },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  Grep: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        description: 'Regular expression in the syntax of ripgrep (Rust regex)',
      },
      path: {
        type: 'string',
        description: 'File or folder to search. Leave out to search the working directory',
      },
      glob: {
        type: 'string',
        description:
          'Search only files that match, such as "*.ts" or "src/**/*.{ts,tsx}"; "!*.md" leaves files out',
      },
      output_mode: {
        type: 'string',
        description:
          'content: matching lines; files_with_matches (default): paths; count: matching lines of each file',
        enum: ['content', 'files_with_matches', 'count'],
      },
      '-B': {
        type: 'integer',
        description: 'Lines to show before each match (content mode)',
        maximum: 9007199254740991,
        minimum: 0,
      },
      '-A': {
        type: 'integer',
        description: 'Lines to show after each match (content mode)',
        maximum: 9007199254740991,
        minimum: 0,
      },
      '-C': {
        type: 'integer',
        description: 'Same as context',
        maximum: 9007199254740991,
        minimum: 0,
      },
      context: {
        type: 'integer',
        description: 'Lines to show before and after each match (content mode)',
        maximum: 9007199254740991,
        minimum: 0,
      },
      '-n': {
        type: 'boolean',
        description: 'Show line numbers (content mode). Default true',
      },
      '-i': {
        type: 'boolean',
        description: 'Ignore case',
      },
      '-o': {
        type: 'boolean',
        description: 'Show only the matching part of each line (content mode)',
      },
      type: {
        type: 'string',
        description: 'File type as ripgrep names it, such as "js", "py" or "rust"',
      },
      head_limit: {
        type: 'integer',
        description: 'Entries (paths or lines) to answer with. Default 250; 0 for no limit',
        maximum: 9007199254740991,
        minimum: 0,
      },
      offset: {
        type: 'integer',
        description: 'Entries to skip before head_limit counts. Default 0',
        maximum: 9007199254740991,
        minimum: 0,
      },
      multiline: {
        type: 'boolean',
        description: 'Let a match span lines, and "." match a line end. Default false',
      },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  NotebookEdit: {
    type: 'object',
    properties: {
      notebook_path: {
        type: 'string',
        description:
          'Absolute path of the notebook (.ipynb); a relative one is seen from the working directory',
        minLength: 1,
      },
      cell_id: {
        type: 'string',
        description:
          'The cell, as Read shows its id; for insert the cell before the new one, none puts it first',
        minLength: 1,
      },
      new_source: {
        type: 'string',
        description: 'The whole new source of the cell; not used by delete',
      },
      cell_type: {
        type: 'string',
        description: 'Needed for insert; else the type stays unless given',
        enum: ['code', 'markdown'],
      },
      edit_mode: {
        type: 'string',
        description: 'replace unless given',
        enum: ['replace', 'insert', 'delete'],
      },
    },
    required: ['notebook_path', 'new_source'],
    additionalProperties: false,
  },
  Read: {
    type: 'object',
    properties: {
      file_path: {
        type: 'string',
        description: 'Absolute path of the file; a relative one is seen from the working directory',
        minLength: 1,
      },
      offset: {
        type: 'integer',
        description: 'First line (of a notebook: cell) to show, counted from 1',
        maximum: 9007199254740991,
        minimum: 0,
      },
      limit: {
        type: 'integer',
        description: 'Number of lines (of a notebook: cells) to show; 2000 lines unless given',
        exclusiveMinimum: 0,
        maximum: 9007199254740991,
      },
      pages: {
        type: 'string',
        description: 'Pages of a PDF, such as "1-5", at most 20; leave it out for other files',
      },
      allow_large: {
        type: 'boolean',
        description: 'Show up to four times as much in one page, and more of long lines',
      },
    },
    required: ['file_path'],
    additionalProperties: false,
  },
  Sleep: {
    type: 'object',
    properties: {
      seconds: {
        type: 'number',
        description: 'How long at most, 0.1 to 3,600.',
        maximum: 3600,
        minimum: 0.1,
      },
      reason: {
        type: 'string',
        description: 'What is waited for, for the person who looks on.',
      },
    },
    required: ['seconds'],
    additionalProperties: false,
  },
  TaskOutput: {
    type: 'object',
    properties: {
      task_id: {
        type: 'string',
        description: 'The task, by the id that the result of its start gave.',
      },
      block: {
        type: 'boolean',
        description: 'Whether to wait until it has ended. Default true.',
      },
      timeout: {
        type: 'number',
        description: 'Milliseconds to wait. Default 30000, at most 600000.',
        minimum: 0,
      },
      bash_id: {
        type: 'string',
        description: 'Older name of task_id; leave it out.',
      },
      agentId: {
        type: 'string',
        description: 'Older name of task_id; leave it out.',
      },
      filter: {
        type: 'string',
        description: 'Of older versions; has no effect. Use Grep on the output file.',
      },
    },
    additionalProperties: false,
  },
  TaskStop: {
    type: 'object',
    properties: {
      task_id: {
        type: 'string',
        description: 'The task, by the id that the result of its start gave.',
      },
      shell_id: {
        type: 'string',
        description: 'Older name of task_id; leave it out.',
      },
    },
    additionalProperties: false,
  },
  TodoWrite: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        description: 'The whole list; it takes the place of the one before.',
        items: {
          type: 'object',
          properties: {
            content: {
              type: 'string',
              description: 'What is to be done, as an order: "Run the tests".',
              minLength: 1,
            },
            status: {
              type: 'string',
              enum: ['pending', 'in_progress', 'completed'],
            },
            activeForm: {
              type: 'string',
              description: 'The same while it is being done: "Running the tests".',
              minLength: 1,
            },
            id: {
              type: 'string',
              description: 'Not needed, and not kept.',
            },
            priority: {
              type: 'string',
              description: 'Not needed, and not kept: the list is in order.',
            },
          },
          required: ['content', 'status', 'activeForm'],
          additionalProperties: false,
        },
        maxItems: 200,
      },
    },
    required: ['todos'],
    additionalProperties: false,
  },
  Write: {
    type: 'object',
    properties: {
      file_path: {
        type: 'string',
        description: 'Absolute path of the file; a relative one is seen from the working directory',
        minLength: 1,
      },
      content: {
        type: 'string',
        description: 'The whole new content',
      },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
} as const;
