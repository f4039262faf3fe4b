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
        description: 'The bash command to run.',
        minLength: 1,
      },
      timeout: {
        type: 'number',
        description:
          'Timeout in milliseconds. Default 120000, at most 600000. With run_in_background: default 1800000, at most 7200000.',
        exclusiveMinimum: 0,
      },
      description: {
        type: 'string',
        description:
          'What the command does, in a few words, such as "Run the unit tests". Shown to the user.',
      },
      run_in_background: {
        type: 'boolean',
        description: 'Run in the background: the result gives the task id and the output file.',
      },
      dangerouslyDisableSandbox: {
        type: 'boolean',
        description:
          'Request to run outside the sandbox. Use only after the sandbox has blocked the command; it then needs the usual permission, and settings may forbid it.',
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
        description: 'Path of the file: absolute, or relative to the working directory',
        minLength: 1,
      },
      old_string: {
        type: 'string',
        description: 'The exact text to replace; empty to create a new file',
      },
      new_string: {
        type: 'string',
        description: 'The replacement; must differ from old_string',
      },
      replace_all: {
        type: 'boolean',
        description: 'Replace all matches. Default false',
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
        description: 'Glob pattern, relative to path unless absolute, such as "src/**/*.{ts,tsx}"',
        minLength: 1,
      },
      path: {
        type: 'string',
        description: 'Directory to search. Default: the working directory',
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
        description: 'Regular expression (Rust regex syntax)',
      },
      path: {
        type: 'string',
        description: 'File or directory to search. Default: the working directory',
      },
      glob: {
        type: 'string',
        description: 'Search only matching files, such as "*.ts" or "src/**/*.{ts,tsx}"; "!*.md" excludes',
      },
      output_mode: {
        type: 'string',
        description:
          'content: matching lines; files_with_matches (default): paths; count: matching lines per file',
        enum: ['content', 'files_with_matches', 'count'],
      },
      '-B': {
        type: 'integer',
        description: 'Lines to show before each match (content mode)',
        minimum: 0,
      },
      '-A': {
        type: 'integer',
        description: 'Lines to show after each match (content mode)',
        minimum: 0,
      },
      '-C': {
        type: 'integer',
        description: 'Same as context',
        minimum: 0,
      },
      context: {
        type: 'integer',
        description: 'Lines to show before and after each match (content mode)',
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
        description: 'ripgrep file type, such as "js", "py" or "rust"',
      },
      head_limit: {
        type: 'integer',
        description: 'Maximum number of results (paths or lines). Default 250; 0 for no limit',
        minimum: 0,
      },
      offset: {
        type: 'integer',
        description: 'Results to skip. Default 0',
        minimum: 0,
      },
      multiline: {
        type: 'boolean',
        description: 'Let matches span lines, and "." match newlines. Default false',
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
        description: 'Path of the notebook (.ipynb): absolute, or relative to the working directory',
        minLength: 1,
      },
      cell_id: {
        type: 'string',
        description:
          'Id of the cell, as shown by Read. For insert: the cell to insert after; leave out to insert first',
        minLength: 1,
      },
      new_source: {
        type: 'string',
        description: 'The complete new source of the cell; ignored by delete',
      },
      cell_type: {
        type: 'string',
        description: 'Required for insert; otherwise changes the type',
        enum: ['code', 'markdown'],
      },
      edit_mode: {
        type: 'string',
        description: 'Default replace',
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
        description: 'Path of the file: absolute, or relative to the working directory',
        minLength: 1,
      },
      offset: {
        type: 'integer',
        description: 'First line (in notebooks: cell) to show, starting at 1',
        minimum: 0,
      },
      limit: {
        type: 'integer',
        description: 'Number of lines (in notebooks: cells) to show. Default 2000 lines',
        exclusiveMinimum: 0,
      },
      pages: {
        type: 'string',
        description: 'Pages of a PDF, such as "1-5"; at most 20',
      },
      allow_large: {
        type: 'boolean',
        description: 'Allow pages four times as large, and show more of long lines',
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
        description: 'Maximum time to wait, 0.1 to 3,600.',
        maximum: 3600,
        minimum: 0.1,
      },
      reason: {
        type: 'string',
        description: 'What you are waiting for; shown to the user.',
      },
    },
    required: ['seconds'],
    additionalProperties: false,
  },
  Monitor: {
    type: 'object',
    properties: {
      command: {
        type: 'string',
        description: 'The bash command to watch. Each line that it prints is an event.',
        minLength: 1,
      },
      ws: {
        type: 'object',
        description: 'A WebSocket to watch in place of a command. Each line of a message is an event.',
        properties: {
          url: {
            type: 'string',
            description: 'ws:// or wss://',
            minLength: 1,
          },
          protocols: {
            type: 'array',
            description: 'Subprotocols to offer.',
            items: {
              type: 'string',
              minLength: 1,
            },
          },
        },
        required: ['url'],
        additionalProperties: false,
      },
      description: {
        type: 'string',
        description: 'What is watched, in a few words. Comes before each event.',
        minLength: 1,
      },
      timeout_ms: {
        type: 'number',
        description: 'Milliseconds after which the watch ends. Default 300000, at most 1800000.',
        exclusiveMinimum: 0,
        maximum: 1800000,
      },
      persistent: {
        type: 'boolean',
        description:
          'Watch until TaskStop, or until the session ends: for as long as background commands may run.',
      },
    },
    required: ['description'],
    additionalProperties: false,
  },
  TaskOutput: {
    type: 'object',
    properties: {
      task_id: {
        type: 'string',
        description: 'Id of the task, from the result that started it, or the name of an agent.',
      },
      block: {
        type: 'boolean',
        description: 'Wait until the task has ended. Default true.',
      },
      timeout: {
        type: 'number',
        description: 'Milliseconds. Default 30000, at most 600000.',
        minimum: 0,
      },
      bash_id: {
        type: 'string',
      },
      agentId: {
        type: 'string',
      },
      filter: {
        type: 'string',
      },
    },
    additionalProperties: false,
  },
  TaskStop: {
    type: 'object',
    properties: {
      task_id: {
        type: 'string',
        description: 'Id of the task, from the result that started it, or the name of an agent.',
      },
      shell_id: {
        type: 'string',
        description: 'Old name of task_id.',
      },
    },
    additionalProperties: false,
  },
  TodoWrite: {
    type: 'object',
    properties: {
      todos: {
        type: 'array',
        description: 'The complete list; replaces the previous one.',
        items: {
          type: 'object',
          properties: {
            content: {
              type: 'string',
              description: 'The step, as an instruction: "Run the tests".',
              minLength: 1,
            },
            status: {
              type: 'string',
              enum: ['pending', 'in_progress', 'completed'],
            },
            activeForm: {
              type: 'string',
              description: 'The same in progressive form: "Running the tests".',
              minLength: 1,
            },
            id: {
              type: 'string',
              description: 'Ignored.',
            },
            priority: {
              type: 'string',
              description: 'Ignored: the list is in order.',
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
  ToolSearch: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description:
          'Words for what the tool does (+word: must be in its name or server), or "select:NAME,NAME".',
        minLength: 1,
      },
      max_results: {
        type: 'integer',
        description: 'Default 5.',
        maximum: 50,
        minimum: 1,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  UseTool: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        description: 'The full name of the tool.',
        minLength: 1,
      },
      input: {
        type: 'object',
        description: 'Its input, as its schema says.',
        properties: {},
        additionalProperties: {},
      },
    },
    required: ['name'],
    additionalProperties: false,
  },
  WebFetch: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        description: 'The complete URL of the page.',
        minLength: 1,
      },
      prompt: {
        type: 'string',
        description: 'What you want to know from the page. An empty text returns the page as Markdown.',
      },
      offset: {
        type: 'integer',
        description: 'Character to continue a long page from.',
        minimum: 0,
      },
    },
    required: ['url', 'prompt'],
    additionalProperties: false,
  },
  WebSearch: {
    type: 'object',
    properties: {
      query: {
        type: 'string',
        description: 'What to search for.',
        maxLength: 1000,
        minLength: 2,
      },
      allowed_domains: {
        type: 'array',
        description: 'Only results of these domains and their subdomains.',
        items: {
          type: 'string',
          minLength: 1,
        },
        maxItems: 50,
      },
      blocked_domains: {
        type: 'array',
        description: 'No results of these domains and their subdomains.',
        items: {
          type: 'string',
          minLength: 1,
        },
        maxItems: 50,
      },
    },
    required: ['query'],
    additionalProperties: false,
  },
  Write: {
    type: 'object',
    properties: {
      file_path: {
        type: 'string',
        description: 'Path of the file: absolute, or relative to the working directory',
        minLength: 1,
      },
      content: {
        type: 'string',
        description: 'The complete new content',
      },
    },
    required: ['file_path', 'content'],
    additionalProperties: false,
  },
  ScheduleWakeup: {
    type: 'object',
    properties: {
      delaySeconds: {
        type: 'number',
        description:
          'In how many seconds the prompt of the loop comes again, from 60 to 3600. Needed unless stop is true.',
      },
      reason: {
        type: 'string',
        description: 'Why then, in one sentence for the user.',
      },
      prompt: {
        type: 'string',
        description:
          'Default: the prompt of the loop as it is. Otherwise what comes instead of it from now on.',
        maxLength: 20000,
      },
      stop: {
        type: 'boolean',
        description: 'True: the loop ends now.',
      },
      noop: {
        type: 'boolean',
        description: 'True: nothing has changed since the last time.',
      },
    },
    additionalProperties: false,
  },
  CronCreate: {
    type: 'object',
    properties: {
      cron: {
        type: 'string',
        description:
          'Five fields in local time: minute, hour, day of the month, month, day of the week. "*/10 * * * *" is every ten minutes, "30 9 * * 1-5" 9:30 on weekdays.',
      },
      prompt: {
        type: 'string',
        description: 'What to do then. It must make sense without the conversation.',
      },
      recurring: {
        type: 'boolean',
        description: 'Default true. False: once, at the next time that matches.',
      },
      durable: {
        type: 'boolean',
        description:
          'Default false. True: it is kept in the project for later sessions. Only if the user wants that.',
      },
    },
    required: ['cron', 'prompt'],
    additionalProperties: false,
  },
  CronDelete: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        description: 'The id that CronCreate returned.',
      },
    },
    required: ['id'],
    additionalProperties: false,
  },
  CronList: {
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
  TaskCreate: {
    type: 'object',
    properties: {
      subject: {
        type: 'string',
        description: 'Title, as an instruction: "Run the tests".',
        minLength: 1,
      },
      description: {
        type: 'string',
        description: 'What to do.',
      },
      activeForm: {
        type: 'string',
        description: 'The title in progressive form: "Running the tests".',
      },
      metadata: {
        type: 'object',
        description: 'Anything else to keep with the task.',
        additionalProperties: {},
      },
    },
    required: ['subject', 'description'],
    additionalProperties: false,
  },
  TaskUpdate: {
    type: 'object',
    properties: {
      taskId: {
        type: 'string',
        description: 'Id of the task.',
      },
      subject: {
        type: 'string',
        description: 'New title.',
        minLength: 1,
      },
      description: {
        type: 'string',
        description: 'New description.',
      },
      activeForm: {
        type: 'string',
        description: 'New title in progressive form.',
      },
      status: {
        type: 'string',
        description: 'in_progress takes the task for you; pending gives it back; deleted removes it.',
        enum: ['pending', 'in_progress', 'completed', 'deleted'],
      },
      addBlocks: {
        type: 'array',
        description: 'Ids of tasks that wait for this one.',
        items: {
          type: 'string',
        },
      },
      addBlockedBy: {
        type: 'array',
        description: 'Ids of tasks that this one waits for.',
        items: {
          type: 'string',
        },
      },
      owner: {
        type: 'string',
        description: 'New owner.',
        minLength: 1,
      },
      metadata: {
        type: 'object',
        description: 'Keys to merge; null removes a key.',
        additionalProperties: {},
      },
    },
    required: ['taskId'],
    additionalProperties: false,
  },
  TaskGet: {
    type: 'object',
    properties: {
      taskId: {
        type: 'string',
        description: 'Id of the task.',
      },
    },
    required: ['taskId'],
    additionalProperties: false,
  },
  TaskList: {
    type: 'object',
    properties: {},
    additionalProperties: false,
  },
} as const;
