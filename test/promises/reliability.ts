import type { PromiseLine } from './promise-line.ts';

const PERMISSION = 'packages/sluice/test/cli/permission';
const COMMANDS = `${PERMISSION}/rows-of-commands.ts`;
const PLACES = `${PERMISSION}/rows-of-places.ts`;
const A = `${PERMISSION}/reliability-a.test.ts`;
const B = `${PERMISSION}/reliability-b.test.ts`;
const G = `${PERMISSION}/reliability-g.test.ts`;
const PRINT_B = 'packages/sluice/test/cli/print/reliability-b.process.test.ts';
const HOOK_PROGRAMS = 'packages/hooks/test/run/programs.process.test.ts';
const HOOK_EVENTS = 'packages/hooks/test/dispatch/events.process.test.ts';
const HOOK_PROBLEMS = 'packages/hooks/test/read/problems.test.ts';
const EXEC_HOOKS = 'packages/sluice/test/cli/exec/hooks.process.test.ts';
const RUN_COMMAND = 'packages/process/test/run-command.process.test.ts';
const END_TREE = 'packages/process/test/end/end-tree.process.test.ts';
const PARENT_DEATH = 'packages/process/test/watchdog/parent-death.process.test.ts';
const BASH = 'packages/tools/test/bash/bash.process.test.ts';
const BACKGROUND = 'packages/tools/test/bash/background.process.test.ts';
const LEFTOVERS = 'packages/tools/test/tasks/leftovers.process.test.ts';
const ONE_RESULT = 'packages/core/test/property/one-result-each.test.ts';
const BOUNDS = 'packages/core/test/property/bounds.test.ts';
const SUSPENDED = 'packages/core/test/run/suspended-calls.test.ts';
const SOAK = 'packages/session/test/soak.process.test.ts';
const WRITE_FILE = 'packages/tools/test/files/write/write-file.test.ts';
const SANDBOX = 'packages/sluice/test/cli/exec/sandbox.process.test.ts';

/** What has gone wrong in public in coding agents, line by line. */
export const RELIABILITY: readonly PromiseLine[] = [
  // Commands that dodge permission.
  {
    id: 'A1',
    says: 'A wildcard of a rule does not reach across an operator.',
    heldBy: [[COMMANDS, 'a wildcard does not reach across an operator']],
  },
  {
    id: 'A2',
    says: 'A continued line is one line, for deny and for allow.',
    heldBy: [[COMMANDS, 'a continued line is one line']],
  },
  {
    id: 'A3',
    says: 'Input that cannot be parsed asks.',
    heldBy: [[COMMANDS, 'what can not be parsed asks, and no rule covers it']],
  },
  {
    id: 'A4',
    says: 'Options are judged as the program gets them, without quotes and escapes.',
    heldBy: [[COMMANDS, 'options are read as the program is given them']],
  },
  {
    id: 'A5',
    says: 'Ask rules hold for each part of a compound command, in every mode.',
    heldBy: [[COMMANDS, 'an ask rule is about each part of a compound command']],
  },
  {
    id: 'A6',
    says: 'A deny is never downgraded by what stands beside it.',
    heldBy: [[COMMANDS, 'a deny stays a deny, whatever else is in the command']],
  },
  {
    id: 'A7',
    says: 'Assignments before a command hide nothing, and are not free pass.',
    heldBy: [
      [COMMANDS, 'an assignment hides nothing from a deny rule'],
      [COMMANDS, 'an assignment that programs may go by is covered by no wildcard'],
    ],
  },
  {
    id: 'A8',
    says: 'Programs that run other programs hide nothing from a deny rule.',
    heldBy: [[COMMANDS, 'what runs another command hides nothing from a deny rule, however often']],
  },
  {
    id: 'A9',
    says: 'An allow rule for a program does not cover its options that run or delete.',
    heldBy: [[COMMANDS, 'a prefix rule for a program does not cover what it runs, deletes or writes']],
  },
  {
    id: 'A10',
    says: 'After an unknown cd, no path is taken for known.',
    heldBy: [[COMMANDS, 'after a cd that is not known, no one knows where files are']],
  },
  {
    id: 'A11',
    says: 'Every redirection is a write, wherever it stands.',
    heldBy: [
      [COMMANDS, 'a redirection is a write wherever it stands, and however its descriptor is written'],
      [COMMANDS, 'a descriptor that is not known asks'],
    ],
  },
  {
    id: 'A12',
    says: 'What only some shell would run inside a condition asks.',
    heldBy: [[PLACES, 'conditions and arithmetic that run what a value says ask']],
  },
  {
    id: 'A13',
    says: 'Help and pagers are not read-only as such.',
    heldBy: [[PLACES, 'help and pagers are not read-only as such']],
  },
  {
    id: 'A14',
    says: 'A command that is too long to analyze asks.',
    heldBy: [[PLACES, 'a command that is too long asks']],
  },
  {
    id: 'A15',
    says: 'Only space, tab and newline separate words.',
    heldBy: [
      [PLACES, 'only blanks, tabs and line ends separate words'],
      [PLACES, 'a blank of Unicode makes a command unclear, never allowed'],
    ],
  },
  {
    id: 'A16',
    says: 'A question shows what is hidden, and then offers no lasting approval.',
    heldBy: [
      [
        'packages/core/test/permission/asking.test.ts',
        'is not offered for an input with %s, and the request says why',
      ],
      [
        'packages/core/test/display/sanitize.test.ts',
        'every code point that is hidden is marked, and no letter, digit or punctuation is',
      ],
    ],
  },
  {
    id: 'A17',
    says: 'A link does not lead a write out of the workspace; rules hold for both spellings.',
    heldBy: [
      [PLACES, 'a write through a symbolic link is a write to its target'],
      [PLACES, 'a deny rule holds for both spellings'],
      [
        'packages/tools/test/files/paths/decided-place.test.ts',
        '$name writes nowhere else than where it was decided',
      ],
    ],
  },
  {
    id: 'A18',
    says: 'Known variables in a path are expanded before rules look at it.',
    heldBy: [[PLACES, 'known variables in a path are what they stand for']],
  },
  {
    id: 'A19',
    says: 'Removing what is critical asks in every mode, wherever it stands.',
    heldBy: [[PLACES, 'a critical removal asks whatever allows it, wherever it stands']],
  },
  {
    id: 'A20',
    says: 'sed that writes is not read-only, and no shell text is built from settings of git.',
    heldBy: [
      [PLACES, 'sed that writes or runs is not read-only'],
      ['packages/shell/test/effects/hardening.test.ts', 'a repository that sets %s to %s: read-only is %s'],
    ],
  },
  { id: 'A21', says: 'UNC paths are refused before any access.', waitsFor: 'Windows' },
  { id: 'A22', says: 'PowerShell commands are parsed, or ask.', waitsFor: 'a PowerShell tool' },
  {
    id: 'A23',
    says: 'An allow rule for a directory is anchored, a deny rule floats.',
    heldBy: [
      [PLACES, 'an allow rule for a directory is anchored'],
      [PLACES, 'a deny rule for a directory floats'],
    ],
  },
  {
    id: 'A24',
    says: 'Names that every object has are names like others, in rules and among tools.',
    heldBy: [
      [A, '24. a rule by the name of what every object has does not void its neighbors'],
      ['packages/core/test/pool/pool.test.ts', 'runs tools that are called after parts of the prototype'],
    ],
  },
  {
    id: 'A25',
    says: 'A decision names only rules that exist.',
    heldBy: [[A, '25. the rule that a decision names is one of those there are']],
  },
  { id: 'A26', says: 'Harmless commands do not ask.', heldBy: [[PLACES, 'what is harmless does not ask']] },
  {
    id: 'A27',
    says: 'Analysis is linear, and rules are compiled once.',
    heldBy: [
      [A, '27. rules are made ready once for a context'],
      [A, '27. a command of many %s is decided'],
    ],
  },
  // Layers of policy.
  {
    id: 'B28',
    says: 'No source loosens a deny.',
    heldBy: [
      [B, '28: no source loosens a deny'],
      [
        'packages/hooks/test/dispatch/rules-and-hooks.test.ts',
        'reliability 28, 29: property: hooks of all layers, rules and modes come to what the reference says, in whatever order programs end',
      ],
    ],
  },
  {
    id: 'B29',
    says: 'Rules see the input that would run.',
    heldBy: [
      [B, '29: rules see the input that would run'],
      [PRINT_B, 'B29: what a hook makes of a command is held against the rules; and that alone'],
    ],
  },
  {
    id: 'B30',
    says: 'An approval changes no mode on the side.',
    heldBy: [
      [B, '30: in %s an approval changes nothing but the call'],
      [B, '30: plan mode that began in %s ends in it, and no answer in it offers a mode'],
    ],
  },
  {
    id: 'B31',
    says: 'Plan mode changes nothing, whatever is allowed.',
    heldBy: [[PRINT_B, 'B31: plan mode reads and changes nothing, whatever is allowed']],
  },
  {
    id: 'B32',
    says: 'A rule that is removed counts no more, at once.',
    heldBy: [
      [B, '32: a rule or directory that was taken away counts no more, from the next call on'],
      [PRINT_B, 'B32: a rule that is taken out of a file while the program runs counts no more'],
    ],
  },
  {
    id: 'B33',
    says: 'No call is decided before the whole policy is read.',
    heldBy: [
      [HOOK_PROBLEMS, 'reliability 33 and 37: none of an untrusted repository, and that is said'],
      ['packages/settings/test/load-settings.test.ts', 'a policy and a file asked for by name are errors'],
    ],
  },
  {
    id: 'B34',
    says: 'A project turns off no hooks of others and brings back no bypass.',
    heldBy: [
      [HOOK_PROBLEMS, 'reliability 34: %s'],
      [B, '34: no update brings back a bypass that is not to be had'],
    ],
  },
  {
    id: 'B35',
    says: 'The model is not shown a tool that is denied.',
    heldBy: [
      [B, '35: the tool that %s denies is not shown, and not run'],
      [
        PRINT_B,
        'B35, B36: the model is not told of a tool that is denied, is told of those like it, and makes no call of it',
      ],
    ],
  },
  {
    id: 'B36',
    says: 'Denying one tool removes no other.',
    heldBy: [
      [
        PRINT_B,
        'B35, B36: the model is not told of a tool that is denied, is told of those like it, and makes no call of it',
      ],
    ],
  },
  {
    id: 'B37',
    says: 'Nothing of a repository runs before it is trusted.',
    heldBy: [
      [HOOK_PROBLEMS, 'reliability 33 and 37: none of an untrusted repository, and that is said'],
      [EXEC_HOOKS, 'an untrusted repository runs nothing, and that is said; a trusted one does'],
      [
        'packages/settings/test/environment/command-environment.test.ts',
        'takes from an untrusted repository what harms nothing, and says what it leaves out',
      ],
    ],
  },
  {
    id: 'B38',
    says: 'A verdict of before a change of mode does not count.',
    heldBy: [
      [B, '38: a yes is worth nothing where a rule denies meanwhile'],
      [PRINT_B, 'B38: an answer to a question of before the mode changed comes too late'],
    ],
  },
  {
    id: 'B39',
    says: 'The gate is the same for every agent.',
    heldBy: [
      [B, '39: whoever asks, the gate is the same'],
      [HOOK_PROGRAMS, 'reliability 39: exit code 2 stops one %s levels below the message'],
      [
        'packages/session/test/agent/sub-agents/trees.process.test.ts',
        'that comes while three generations work holds for the next call of each',
      ],
    ],
  },
  {
    id: 'B40',
    says: 'A request that only summarizes can call nothing.',
    heldBy: [
      [
        'packages/agent/test/loop/reliability.test.ts',
        'B40: a call that the model makes in place of a summary is not carried out',
      ],
      [B, '40: in %s whoever was given no tools has none, whatever is allowed'],
    ],
  },
  {
    id: 'B41',
    says: 'What a session had in force is in force when it goes on.',
    heldBy: [[B, '41: what a session had in force is in force when it goes on']],
  },
  // Processes.
  {
    id: 'C42',
    says: 'The whole tree of a command ends, and leftovers end at the next start.',
    heldBy: [
      [END_TREE, 'follows a process that forks away from every signal'],
      [LEFTOVERS, 'ends the tasks of its earlier program, and tells of them and of those that had ended'],
      [
        'packages/sluice/test/cli/print/stop.process.test.ts',
        '%s ends everything that runs, in the background too',
      ],
    ],
  },
  {
    id: 'C43',
    says: 'Nothing spins or stays behind when the program or its terminal dies.',
    heldBy: [
      [PARENT_DEATH, 'leaves nothing behind when it is killed'],
      [
        'packages/process/test/watchdog/without-reaper.process.test.ts',
        'does not wait for them when the program is killed',
      ],
      [
        'packages/sluice/test/cli/exec/permission/terminal-asker.test.ts',
        'a terminal that is lost before anything is asked ends nothing',
      ],
    ],
  },
  {
    id: 'C44',
    says: 'No wait for an input or a command without end.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/stop.process.test.ts',
        'a background task that runs at the end dies soon; one that has ended is told at once',
      ],
      [
        'packages/sluice/test/cli/print/input.process.test.ts',
        'the end of the input in mid-work lets the work end, and asks have no one to answer them',
      ],
    ],
  },
  {
    id: 'C45',
    says: 'Children that hold the output open do not hold the call.',
    heldBy: [
      [BACKGROUND, 'names what its shell has left behind, and how to keep it'],
      [BASH, 'names what was stopped with the command'],
    ],
  },
  {
    id: 'C46',
    says: 'Commands have an input at its end; a task that seems to wait for an answer is reported.',
    heldBy: [
      [RUN_COMMAND, 'has an input at its end'],
      [
        'packages/tools/test/tasks/waiting-note.test.ts',
        'is told of once while it runs, and then of its end',
      ],
    ],
  },
  {
    id: 'C47',
    says: 'A timeout is a failure with what was printed, never exit code 0.',
    heldBy: [
      [RUN_COMMAND, 'is a timeout, whatever code the command then exits with'],
      [BASH, 'is a failure with what was printed when its time is up'],
      [BACKGROUND, 'ends honestly: by %s'],
    ],
  },
  {
    id: 'C48',
    says: 'Only a foreground command carries its directory over.',
    heldBy: [
      [BACKGROUND, 'takes no directory with it, and says so'],
      [BASH, 'does not carry over: that %s'],
    ],
  },
  {
    id: 'C49',
    says: 'A command that would end the program itself is refused.',
    heldBy: [['packages/tools/test/bash/self-protection/would-end-itself.process.test.ts', 'is refused: %s']],
  },
  {
    id: 'C50',
    says: 'A working directory that is gone breaks nothing.',
    heldBy: [
      [BASH, 'that was removed runs nothing elsewhere, and is mended for the next call'],
      [HOOK_PROGRAMS, 'in the current directory, else in the project, else at home, else at the root'],
    ],
  },
  {
    id: 'C51',
    says: 'Nothing stays in the temporary directory, which may have any name.',
    heldBy: [
      ['packages/sluice/test/cli/exec/exec.process.test.ts', 'leaves nothing in the temporary directory'],
      [
        'packages/sluice/test/cli/exec/left-directories.process.test.ts',
        'what a killed run has left goes with the next one',
      ],
    ],
  },
  {
    id: 'C52',
    says: 'Two sessions in one project keep their outputs apart.',
    heldBy: [
      [
        'packages/sluice/test/cli/exec/two-sessions.process.test.ts',
        'two sessions in one directory at the same time keep their outputs apart',
      ],
    ],
  },
  {
    id: 'C53',
    says: 'What a person stopped does not start again.',
    heldBy: [
      [
        'packages/session/test/agent/sub-agents/messages.test.ts',
        'does not wake one that the user has stopped',
      ],
    ],
  },
  // The conversation.
  {
    id: 'D54',
    says: 'Every call has exactly one result, and every request can be sent.',
    heldBy: [
      [ONE_RESULT, 'whatever the tools do, whenever the run is interrupted or retracted'],
      [
        'packages/agent/test/loop/loop-property.test.ts',
        'a random conversation with faults (reliability.md D54)',
      ],
    ],
  },
  {
    id: 'D55',
    says: 'Results of parallel calls are all read back.',
    heldBy: [
      [
        'packages/agent/test/conversation/reliability.test.ts',
        '55: results of parallel calls are all read back, in call order, whatever lines lie between',
      ],
    ],
  },
  {
    id: 'D56',
    says: 'Damaged and older lines of a journal are not end of it.',
    heldBy: [
      [
        'packages/agent/test/conversation/conversation-property.test.ts',
        'D56: lines that are lost, doubled or out of place leave one that can be sent',
      ],
      [
        'packages/host/test/journal/open-journal.test.ts',
        'sets aside what is damaged, foreign, unknown, too long or not text, and nothing else',
      ],
    ],
  },
  {
    id: 'D57',
    says: 'No text is cut inside a character.',
    heldBy: [
      [
        'packages/agent/test/conversation/reliability.test.ts',
        '57: no text goes out with half a character, live or read back',
      ],
      ['packages/core/test/result/text.test.ts', 'is never cut inside a surrogate pair'],
    ],
  },
  {
    id: 'D58',
    says: 'Thinking goes back to the byte.',
    heldBy: [
      [
        'packages/agent/test/conversation/reliability.test.ts',
        '58: thinking goes back as it came, to the byte',
      ],
    ],
  },
  {
    id: 'D59',
    says: 'A call of an unknown tool is one error result.',
    heldBy: [
      [
        'packages/agent/test/loop/reliability.test.ts',
        'D59: a call of %j in a batch gets its error result, and the others theirs',
      ],
    ],
  },
  {
    id: 'D60',
    says: 'A call that fails takes none of its siblings with it.',
    heldBy: [
      [
        'packages/agent/test/loop/reliability.test.ts',
        'D60: a call that fails takes none of its siblings with it',
      ],
    ],
  },
  {
    id: 'D61',
    says: 'No session is deleted that is in use or belongs elsewhere.',
    heldBy: [
      [
        'packages/agent/test/sessions/sessions.test.ts',
        'are removed with all that they keep, but not while a process works in them',
      ],
      [
        'packages/agent/test/sessions/sessions.test.ts',
        'is not shared by directories whose names look the same',
      ],
      ['packages/agent/test/sessions/sessions.test.ts', 'never are what is not ours'],
    ],
  },
  {
    id: 'D62',
    says: 'A journal that cannot be written is reported at once.',
    heldBy: [
      [
        'packages/agent/test/sessions/full-disk.process.test.ts',
        'says at once what it could not keep, and keeps on from where there is room again',
      ],
      [
        'packages/sluice/test/cli/print/sessions.process.test.ts',
        'a disk that takes nothing more is told of at once, and the answer still comes',
      ],
    ],
  },
  {
    id: 'D63',
    says: 'Lines of a client that make no sense, and answers that come twice, break nothing.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/input.process.test.ts',
        'D63: prompts come a line each; lines that are none are answered, and nothing hangs',
      ],
      [
        'packages/sluice/test/cli/print/control/control-asker.test.ts',
        'each question goes out once, and its first answer counts',
      ],
    ],
  },
  {
    id: 'D64',
    says: 'Output has one writer and is written to its end.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/stop.process.test.ts',
        'a slow reader gets everything; one that has gone ends the work',
      ],
      [
        'packages/sluice/test/cli/print/stop.process.test.ts',
        'output that can not be written is not a success, however late that turns out',
      ],
    ],
  },
  {
    id: 'D65',
    says: 'What no person said is marked, and approves nothing.',
    heldBy: [
      [
        'packages/agent/test/conversation/marked-text.test.ts',
        'D65: each one is a block of its own, apart from the words of the person, live and read back alike',
      ],
    ],
  },
  // Hooks.
  {
    id: 'E66',
    says: 'Exit code 2 blocks whatever is printed; near-miss answers are reported.',
    heldBy: [
      [HOOK_EVENTS, 'reliability 66: %s: exit code 2 counts whatever else is printed'],
      [EXEC_HOOKS, 'reliability 66: what a hook forbids of an edit is not done'],
    ],
  },
  {
    id: 'E67',
    says: 'Matchers and conditions of hooks match as documented.',
    heldBy: [
      [HOOK_PROGRAMS, 'reliability 67: one with a rule is run for the calls that the rule is about'],
      [EXEC_HOOKS, '31: matchers'],
    ],
  },
  {
    id: 'E68',
    says: 'Hooks of Stop cannot loop forever.',
    heldBy: [
      [
        'packages/hooks/test/dispatch/stop-loop.test.ts',
        'reliability 68: with %j it ends after hooks wanted it to go on %i times',
      ],
    ],
  },
  {
    id: 'E69',
    says: 'A hook runs once, and not after it is gone.',
    heldBy: [
      [HOOK_PROGRAMS, 'reliability 69: the same one in several files and under several matchers runs once'],
      [
        'packages/sluice/test/cli/exec/session-hooks.process.test.ts',
        'reliability 69: bring their hooks along, and take them away',
      ],
      [
        'packages/sluice/test/cli/print/skills.process.test.ts',
        'a plugin brings skills, commands, agents, hooks and servers under its name',
      ],
    ],
  },
  {
    id: 'E70',
    says: 'Hooks get whole paths.',
    heldBy: [
      [HOOK_PROGRAMS, 'reliability 70: whole paths of files, however the call writes them'],
      ['packages/hooks/test/run/hook-input.test.ts', 'reliability 70: hooks are told the whole path of %s'],
    ],
  },
  {
    id: 'E71',
    says: 'The path of the transcript is right, after a resume too.',
    heldBy: [
      [
        'packages/sluice/test/cli/exec/session-hooks.process.test.ts',
        'reliability 71: a session that goes on says so, with the path of its own journal, and the journal holds what hooks did',
      ],
    ],
  },
  {
    id: 'E72',
    says: 'A timeout is not told as a person who declined.',
    heldBy: [
      [HOOK_PROGRAMS, 'reliability 72: a timeout denies where it is to, and not in the name of the user'],
    ],
  },
  {
    id: 'E73',
    says: '"continue": false and added context count on every path.',
    heldBy: [
      [
        'packages/core/test/hook/batch-hooks.test.ts',
        'reliability 73: "continue": false holds in every path',
      ],
      [HOOK_PROGRAMS, 'reliability 73: counts when the call fails as well'],
    ],
  },
  {
    id: 'E74',
    says: 'Hooks have no terminal, and no text is put into their command line.',
    heldBy: [
      [HOOK_PROGRAMS, 'reliability 74: a session and a group of its own, and no terminal'],
      [
        HOOK_PROGRAMS,
        'reliability 74: in exec form its arguments as they are, but for the named placeholders',
      ],
    ],
  },
  {
    id: 'E75',
    says: 'A hook that formats a file does not break the next Edit.',
    heldBy: [[EXEC_HOOKS, 'reliability 75: a hook that formats what was written']],
  },
  // Memory, size, files.
  {
    id: 'F76',
    says: 'No output is held whole in memory.',
    heldBy: [
      [
        'packages/mcp/test/transport/line-reader.test.ts',
        'holds the ends of a line that is too long, and nothing more',
      ],
      ['packages/process/test/process-session.process.test.ts', 'holds none of 100 MiB of output in memory'],
      [
        SOAK,
        'of a message stays in memory little more than its model was shown, and of a session that was disposed of nothing',
      ],
    ],
  },
  {
    id: 'F77',
    says: 'A long session does not grow, and leaves no listeners.',
    heldBy: [
      [
        SOAK,
        'of a message stays in memory little more than its model was shown, and of a session that was disposed of nothing',
      ],
      [
        'packages/agent/test/http/post-stream.test.ts',
        'leaves no listener on a signal that serves a whole session',
      ],
    ],
  },
  {
    id: 'F78',
    says: 'A turn does not look at the whole conversation again.',
    heldBy: [
      [
        'packages/agent/test/conversation/check-request.test.ts',
        'that has grown is looked at from where it was right',
      ],
    ],
  },
  {
    id: 'F79',
    says: 'Devices, huge files, huge lines and brace lists do not fill the memory.',
    heldBy: [
      ['packages/settings/test/load-settings.test.ts', 'hostile files'],
      ['packages/tools/test/edit/explain-in-file.test.ts', 'a large file of one line'],
      ['packages/shell/test/words/linear.test.ts', 'braces that never close'],
    ],
  },
  {
    id: 'F80',
    says: 'Stored results are removed after a while, those of live sessions are not.',
    heldBy: [
      ['packages/agent/test/sessions/sessions.test.ts', 'go, the others stay, once a day'],
      [
        'packages/session/test/temporary-kept-days.test.ts',
        'results in temporary places are kept as long as it should be where %s',
      ],
    ],
  },
  {
    id: 'F81',
    says: 'Edits preserve bytes, line ends, modes and links, and are atomic.',
    heldBy: [
      [
        'packages/tools/test/edit/edit-property.test.ts',
        'in every encoding, with every line end: as in a string with LF, the only match, all, or none',
      ],
      [WRITE_FILE, 'mode and owner stay; a new file gets what the umask leaves'],
      [WRITE_FILE, 'a file system that keeps fewer bytes than it took is found out'],
    ],
  },
  {
    id: 'F82',
    says: 'Whether a file changed is told by its content, not its time.',
    heldBy: [
      [
        'packages/tools/test/files/write/commit-file.test.ts',
        'a touch meanwhile, or the same content written anew, is no obstacle',
      ],
      ['packages/tools/test/edit/edit-unseen.test.ts', 'a touch is not a change'],
    ],
  },
  {
    id: 'F83',
    says: 'Lists of MCP servers are read to their last page and kept through errors, and each call has a timer of its own.',
    heldBy: [
      ['packages/session/test/mcp/faults.process.test.ts', 'fails at its second page keeps the first'],
      ['packages/session/test/mcp/faults.process.test.ts', '%s: %s, and ends with its timeout'],
    ],
  },
  {
    id: 'F84',
    says: 'An image that no API takes is told in words.',
    heldBy: [
      ['packages/tools/test/read/image/show-image.test.ts', '%s is told in words, not sent'],
      ['packages/core/test/permission/ask/parse-feedback.test.ts', '%j is refused: %s'],
    ],
  },
  {
    id: 'F85',
    says: 'A sandbox that is not there is reported; exclusions hold command by command.',
    heldBy: [
      [SANDBOX, 'commands run without one, which the start and each result say'],
      [SANDBOX, 'run outside when they are excluded, one by one'],
      ['packages/process/test/sandbox/canary.process.test.ts', 'says why there is no sandbox with %s'],
    ],
  },
  {
    id: 'F86',
    says: 'A suggested rule allows the very call it was suggested for.',
    heldBy: [
      [
        `${PERMISSION}/properties/suggestions.test.ts`,
        'allow the call that they were suggested for, in every mode in which they are',
      ],
      [
        'packages/shell/test/rules/suggest-command-rules.test.ts',
        'every suggestion for a command can be read again and allows a part of the command that needed it',
      ],
    ],
  },
  {
    id: 'F87',
    says: 'Saving settings loses no field, no concurrent change and no link.',
    heldBy: [
      [
        'packages/settings/test/save/concurrent.process.test.ts',
        'two processes that save fifty rules each at once lose none',
      ],
      [
        'packages/settings/test/save/save-update.test.ts',
        'beside what its author wrote: order, unknown keys, indentation, ends of lines, mark',
      ],
      [
        'packages/settings/test/save/save-update.test.ts',
        'through links, of the file and of its directory, and the mode stays',
      ],
    ],
  },
  // Other agents' tool layers.
  {
    id: 'G88',
    says: 'A call that waits for approval holds up only what conflicts; results keep their order; calls are capped.',
    heldBy: [
      [
        'packages/core/test/permission/asks.test.ts',
        'holds no slot, and delays only what conflicts or has effects',
      ],
      [
        'packages/core/test/run/feeds.test.ts',
        'hands results out in call order, though later calls settle first',
      ],
      [
        'packages/core/test/property/no-idle-slot.test.ts',
        'are never exceeded, never idle while a call could use one, and nested calls never deadlock',
      ],
    ],
  },
  {
    id: 'G89',
    says: 'A hook does not override a deny, headless asks deny, unknown keys are reported.',
    heldBy: [
      [G, 'headless, what would ask is denied'],
      [G, '89. a rule with an unknown key or name is reported'],
    ],
  },
  {
    id: 'G90',
    says: 'A denied program is denied however it is written and whatever runs it.',
    heldBy: [
      [G, 'a denied program is denied however its name is written and whatever runs it'],
      [G, 'a word that only looks like the denied program is not it'],
    ],
  },
  {
    id: 'G91',
    says: 'What is made of parts that read only reads.',
    heldBy: [[G, 'what is made of parts that read only reads']],
  },
  {
    id: 'G92',
    says: 'Commands with effects do not run side by side; positionals that write are not reads; only trusted names are programs.',
    heldBy: [
      [G, 'positionals that write, and programs that only have the name, are not read-only'],
      [G, 'brace lists are read as the shell reads them'],
      [
        'packages/core/test/property/serial-meaning.test.ts',
        'gives the results, files and context of a serial run with ${scheduling} scheduling',
      ],
    ],
  },
  {
    id: 'G93',
    says: 'Every error belongs to a call, and results are journaled when they settle.',
    heldBy: [
      [
        'packages/core/test/journal/order.test.ts',
        'tell of a result when the call has settled, not when order lets it out',
      ],
      ['packages/core/test/run/feeds.test.ts', 'a call whose id is %j gives an error and no result'],
    ],
  },
  {
    id: 'G94',
    says: 'Stopping a turn ends its processes; what the sandbox refused is known, not guessed.',
    heldBy: [
      [
        'packages/sluice/test/cli/exec/stop.process.test.ts',
        'a signal stops the run: every call gets its result, and no process is left',
      ],
      [
        'packages/process/test/sandbox/denials.process.test.ts',
        'is nothing where a command that only reads has shown what is in a file',
      ],
    ],
  },
  {
    id: 'G95',
    says: 'Writes are whole or not at all, and edits match exactly.',
    heldBy: [
      [
        'packages/tools/test/files/killed-write.process.test.ts',
        'a process that is killed before any step of a write leaves the file whole: the old content or the new',
      ],
      ['packages/tools/test/files/write/write-file.process.test.ts', 'a full disk: %s'],
      [
        'packages/tools/test/edit/edit-property.test.ts',
        'an edit of a file equals the same edit of a string: all matches, the only one, or none',
      ],
    ],
  },
  {
    id: 'G96',
    says: 'Redirections are under the rules; "always" saves one rule for each part; a saved allow loses to an ask.',
    heldBy: [
      [G, 'a redirection is not covered by the rule for its command'],
      [G, 'an ask rule wins over an allow rule from anywhere'],
      [G, '96. the parts of a compound command are asked about one by one'],
    ],
  },
  {
    id: 'G97',
    says: 'A pipe that a background child holds does not hold the call.',
    heldBy: [[BASH, 'names what was stopped with the command']],
  },
  {
    id: 'G98',
    says: 'An interrupted call has a result; ids are paired message by message.',
    heldBy: [
      [ONE_RESULT, 'whatever the tools do, whenever the run is interrupted or retracted'],
      ['packages/agent/test/conversation/check-request.test.ts', 'gets a result for a call that has none'],
      [
        'packages/core/test/result/held.test.ts',
        'an earlier read is stale although a later call of another message has the same id',
      ],
    ],
  },
  {
    id: 'G99',
    says: 'Only what a call writes is kept for undo, and undo removes nothing else.',
    heldBy: [
      [
        'packages/tools/test/files/write/restore-file.test.ts',
        'a file that was made is removed, and nothing else',
      ],
      [
        'packages/host/test/store/pre-image-room.test.ts',
        'keeps within the bytes that are given, the oldest go first, the last ones never do',
      ],
    ],
  },
  {
    id: 'G100',
    says: 'Commands have a time limit by default, and finished results are kept while a sibling stalls.',
    heldBy: [
      ['packages/tools/test/bash/settings/bash-limits.test.ts', 'has defaults'],
      [RUN_COMMAND, 'is a timeout, whatever code the command then exits with'],
      [
        'packages/core/test/journal/order.test.ts',
        'tell of a result when the call has settled, not when order lets it out',
      ],
    ],
  },
  {
    id: 'G101',
    says: 'Events come in one order, with explicit ends.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/formats.process.test.ts',
        'stream-json is a message a line: init first, an id on each, calls and their results as they come',
      ],
      [
        'packages/core/test/journal/order.test.ts',
        'are written before what they announce and after what they report',
      ],
    ],
  },
  {
    id: 'G102',
    says: 'Canceling a run reaches its tools.',
    heldBy: [
      [
        'packages/core/test/run/message-handle.test.ts',
        'is empty without a call, and an aborted signal cancels every call',
      ],
      [
        'packages/sluice/test/cli/exec/stop.process.test.ts',
        'a signal stops the run: every call gets its result, and no process is left',
      ],
      [SUSPENDED, 'keeps an answer whose process was killed before the call ran'],
      [SUSPENDED, 'is asked again under another id if its input is no longer what was shown'],
    ],
  },
  {
    id: 'G103',
    says: 'An answer belongs to its call; a malformed call is a result.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/control/control-asker.test.ts',
        'each question goes out once, and its first answer counts',
      ],
      [
        'packages/core/test/run/feeds.test.ts',
        '%s means the same in an array, a stream and a message that grows',
      ],
    ],
  },
  {
    id: 'G104',
    says: 'An ask holds up its own call only.',
    heldBy: [
      [
        'packages/core/test/permission/asks.test.ts',
        'happens side by side for calls that do not conflict, one after the other for those that do',
      ],
      [
        'packages/core/test/run/message-handle.test.ts',
        'gives a result while an earlier call still waits for a person',
      ],
    ],
  },
  {
    id: 'G105',
    says: 'Bounds hold for every channel of a result.',
    heldBy: [
      [BOUNDS, 'hold for every size of output, lose nothing, and replay the same bytes'],
      [
        'packages/core/test/result/new-messages.test.ts',
        'are bounded as results are: each by the limit of its tool, all by the budget of the message',
      ],
      [
        'packages/core/test/result/image-budget.test.ts',
        'keeps the bounds, the order of blocks and every text, whatever comes',
      ],
    ],
    gap: '`metadata` of a result has no bound of its own; no model sees it',
  },
];
