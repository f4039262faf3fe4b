import type { PromiseLine } from './promise-line.ts';

const CHILD = 'packages/session/test/agent/child-agent.test.ts';
const RUNS = 'packages/session/test/agent/sub-agents/runs.test.ts';
const CHOICES = 'packages/session/test/agent/sub-agents/choices.test.ts';
const MESSAGES = 'packages/session/test/agent/sub-agents/messages.test.ts';
const TEAM = 'packages/session/test/agent/sub-agents/team.test.ts';
const GUARDS = 'packages/session/test/agent/sub-agents/guards.test.ts';
const PRINTED = 'packages/sluice/test/cli/print/agents.process.test.ts';
const PLAN_MODE = 'packages/sluice/test/cli/print/reliability-b.process.test.ts';
const LATE_TOOLS = 'packages/session/test/agent/late-tools';
const INQUIRIES = 'packages/core/test/permission/inquiries.test.ts';
const FAULTS = 'packages/session/test/mcp/faults.process.test.ts';
const REMOTE = 'packages/mcp/test/remote/remote.process.test.ts';
const SCHEDULES = 'packages/tools/test/schedule/schedules.test.ts';
const FIRED = 'packages/sluice/test/cli/print/schedules.process.test.ts';
const ORPHANS = 'packages/sluice/test/cli/mcp/orphans.process.test.ts';

const WORKTREE = 'packages/session/test/worktree/worktree.process.test.ts';
const ISOLATION = 'packages/sluice/test/cli/print/isolation.process.test.ts';

const WORKTREES: readonly PromiseLine[] = (
  [
    ['Cleaning up deletes no commit and no changed file.', WORKTREE, 'goes only where nothing is lost'],
    ['Isolation that is not there is reported.', RUNS, 'with isolation that there is not'],
    ['No branch is checked out in the main checkout.', ISOLATION, 'an isolated agent changes its own'],
    ['A worktree starts from the right commit.', WORKTREE, 'starts from the commit that is checked out'],
    ['The agent is told what the worktree lacks.', WORKTREE, 'starts from the commit that is checked out'],
    ["Commands do not run in the parent's checkout.", ISOLATION, 'no mode lets an isolated agent'],
    ["git does not work on the parent's checkout.", ISOLATION, 'no mode lets an isolated agent'],
    ['Worktrees behind a link are refused or found.', WORKTREE, 'is refused with the reason'],
    ['The list of files to bring along knows patterns of any depth.', WORKTREE, 'copies what'],
  ] as const
).map(([says, file, title], index) => ({
  id: `agents.worktrees${index + 1}`,
  says,
  heldBy: [[file, title]],
}));

const WEB = 'packages/tools/test/web/web-fetch-tool.test.ts';
const WORKFLOWS = 'packages/session/test/workflows/workflows.test.ts';
const LSP = 'packages/tools/test/lsp/language-servers.process.test.ts';
const ACP = 'packages/sluice/test/cli/acp/acp.process.test.ts';
const ACP_ASKS = 'packages/sluice/test/cli/acp/acp-asks.process.test.ts';
const ACP_FRAMES = 'packages/sluice/test/cli/acp/acp-frames.process.test.ts';

/** What has gone wrong in other programs with features that come, list by list. */
export const GOES_WRONG: readonly PromiseLine[] = [
  {
    id: 'agents1',
    says: 'Rules, hooks and plan mode hold in a child; what refuses it names rule, file and agent.',
    heldBy: [
      ['packages/sluice/test/cli/permission/reliability-b.test.ts', '39: whoever asks, the gate is the same'],
      [CHILD, 'an agent is under the permission of its parent, with a mode and denies of its own'],
      [
        GUARDS,
        'agents of a session that asks nothing ask nothing, and what a rule denies there stays denied',
      ],
      [
        'packages/session/test/agent/sub-agents/trees.process.test.ts',
        'that comes while three generations work holds for the next call of each',
      ],
    ],
  },
  {
    id: 'agents2',
    says: 'The question of a child at any depth is shown, and nothing hangs.',
    heldBy: [
      [
        CHILD,
        'an agent that a call opens reads and edits a file in its own conversation, named wherever it acts',
      ],
      [
        'packages/sluice/test/cli/interactive/asks.process.test.ts',
        'names the chain of agents in the question of a grandchild, and its answer reaches it',
      ],
    ],
  },
  {
    id: 'agents3',
    says: 'Finished, paused and quiet agents hold no slot and block no stop.',
    heldBy: [
      [RUNS, 'when as many work as may, and no longer once one has ended'],
      [
        'packages/session/test/agent/sub-agents/stall-watch.test.ts',
        'a silence counts only while the model is to speak: not while a tool runs or the user is asked',
      ],
      [
        'packages/session/test/agent/sub-agents/trees.process.test.ts',
        'whatever opens what, and whoever is stopped, each agent has one end and holds no slot',
      ],
      [RUNS, 'ends an agent in the foreground, and leaves one in the background at work'],
    ],
  },
  {
    id: 'agents4',
    says: 'Recursion and fan-out have an end, and no notification is lost.',
    heldBy: [
      [RUNS, 'from the 101st since the last message of the user on, unless the user approves it'],
      [RUNS, 'in the deepest agent Agent is none of them'],
      [GUARDS, 'agents are counted even if the server of the model gives all calls one id'],
      [PRINTED, 'an agent in the background is launched at once, and its end wakes the model'],
    ],
  },
  {
    id: 'agents5',
    says: 'A failed, stopped, resumed or empty agent is reported as what it is, within its budget and directory.',
    heldBy: [
      [CHOICES, 'pass the budget by one request at most, %s'],
      [RUNS, 'a failure as a failure, and what it had written'],
      [RUNS, 'that it has reported nothing'],
      [RUNS, 'when the budget is used up'],
      [RUNS, 'is told of agents that were lost, with their last words, once'],
      [
        'packages/session/test/agent/sub-agents/trees.process.test.ts',
        'an agent whose program ended before it had its task gets the task with the message that wakes it',
      ],
      [
        'packages/sluice/test/cli/print/agents-killed.process.test.ts',
        'is killed at ${KILLS} points goes on: one result a call, and nothing twice',
      ],
      [MESSAGES, 'does not wake one that the user has stopped'],
      [MESSAGES, 'wakes one with the model and the effort that it had'],
      [MESSAGES, 'wakes one whose name no new agent gets meanwhile'],
      [CHOICES, 'is one for agents in the background and for all prompts'],
      [CHOICES, 'has its definition in a later session, and is refused if that is gone'],
      [CHOICES, 'an agent whose directory is gone says so, and is not asked without end'],
      [RUNS, 'with no tools at all'],
      [
        'packages/agent/test/agent-definitions/definition-files.test.ts',
        'a byte order mark and ends of lines from Windows break no file',
      ],
      [RUNS, 'an agent that is stopped while a command runs has in its journal'],
    ],
  },
  {
    id: 'agents.plans1',
    says: 'No rule, mode or hook answers a question in the place of the person, and no answer is empty.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'answers of a person reach the model word for word, and no one and nothing else gives any',
      ],
      [INQUIRIES, 'is asked as %s in the most permissive mode, and gets the answer as its input'],
    ],
  },
  {
    id: 'agents.plans2',
    says: 'No mode approves a plan.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'without anyone to ask, a question is refused, and a plan stays unapproved',
      ],
      [INQUIRIES, 'is asked as %s in the most permissive mode, and gets the answer as its input'],
    ],
  },
  {
    id: 'agents.plans3',
    says: 'A plan that was declined is kept.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'a plan is declined with words, then approved with an edit, and the mode before it comes back',
      ],
    ],
  },
  {
    id: 'agents.plans4',
    says: 'Nothing is edited in plan mode.',
    heldBy: [
      [GUARDS, 'neither a rule, a hook nor a tool of a server lets anything be changed unasked'],
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'whatever is called in plan mode, nothing but the plan file is written',
      ],
      [PLAN_MODE, 'B31: plan mode reads and changes nothing, whatever is allowed'],
      ['packages/tools/test/plan/plan-tools.test.ts', 'reads and writes nothing through a link %s'],
    ],
  },
  {
    id: 'agents.plans5',
    says: 'With no one to answer, the gate stays shut.',
    heldBy: [
      [
        'packages/core/test/permission/asking.test.ts',
        'an asker that finds no one after all is a refusal as if no one could be asked',
      ],
    ],
  },
  {
    id: 'agents.plans6',
    says: 'Free words beside several chosen options are kept.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'answers of a person reach the model word for word, and no one and nothing else gives any',
      ],
    ],
  },
  {
    id: 'agents.plans7',
    says: 'A person who says "wait" is not told to go on.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'answers of a person reach the model word for word, and no one and nothing else gives any',
      ],
    ],
  },
  {
    id: 'agents.plans8',
    says: 'Commands that change files do not run in plan mode.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/plans.process.test.ts',
        'whatever is called in plan mode, nothing but the plan file is written',
      ],
      [PLAN_MODE, 'B31: plan mode reads and changes nothing, whatever is allowed'],
    ],
  },
  {
    id: 'agents.skills1',
    says: 'The list of skills is not cut so that some vanish.',
    heldBy: [
      [
        'packages/agent/test/skills/skill-library.test.ts',
        'has every name, whatever the budget, and is told once',
      ],
      [
        'packages/agent/test/skills/skill-library.test.ts',
        'near the place first, so that a link to a great tree hides none of them, and says what it leaves out',
      ],
    ],
  },
  {
    id: 'agents.skills2',
    says: 'Arguments are expanded once.',
    heldBy: [['packages/agent/test/skills/fill-template.test.ts', '%j with %j is %j']],
  },
  {
    id: 'agents.skills3',
    says: "A skill's text is in the conversation once.",
    heldBy: [
      [
        'packages/sluice/test/cli/print/skills.process.test.ts',
        'a text that is already there is not sent twice',
      ],
    ],
  },
  {
    id: 'agents.skills4',
    says: 'A reload does not send the whole list again.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/skills.process.test.ts',
        'an edit of a skill is told at the tail, so that the earlier request is a prefix of the later one',
      ],
    ],
  },
  {
    id: 'agents.skills5',
    says: 'Brace groups of paths do not fill the memory.',
    heldBy: [
      ['packages/core/test/permission/path-matcher.test.ts', 'stays small, however many braces multiply'],
    ],
  },
  {
    id: 'agents.skills6',
    says: 'A byte order mark breaks no skill.',
    heldBy: [
      [
        'packages/agent/test/skills/skill-library.test.ts',
        'with a diagnostic for what is wrong, and are never run with fewer restrictions than written',
      ],
    ],
  },
  {
    id: 'agents.skills7',
    says: 'The rights of a skill end with its turn.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/skills.process.test.ts',
        'rights of a skill hold until the next message, and only in a trusted project',
      ],
    ],
  },
  {
    id: 'agents.skills8',
    says: 'A skill of an untrusted repository grants itself nothing.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/skills.process.test.ts',
        'rights of a skill hold until the next message, and only in a trusted project',
      ],
    ],
  },
  {
    id: 'agents.web1',
    says: 'No request goes to a private address or to metadata of a cloud.',
    heldBy: [
      [WEB, '%s is not public, and not asked'],
      [WEB, 'is refused when one of the addresses of its name is not public, at each look-up'],
    ],
  },
  {
    id: 'agents.web2',
    says: 'A rule beats the list of approved hosts.',
    waitsFor: 'a list of approved hosts',
  },
  {
    id: 'agents.web3',
    says: 'Wildcards of domains match what they say.',
    heldBy: [
      ['packages/core/test/permission/rules/names.test.ts', '*. is any depth of subdomain, not the apex'],
      ['packages/core/test/permission/rules/names.test.ts', '* elsewhere stays between two dots'],
    ],
  },
  {
    id: 'agents.web4',
    says: 'Pages are not kept forever.',
    heldBy: [[WEB, 'comes from what was fetched in the last 15 minutes, except errors']],
  },
  {
    id: 'agents.web5',
    says: 'A large page does not hang the call.',
    heldBy: [
      [WEB, 'is decompressed, and cut at the limit, a bomb too'],
      [WEB, 'is waited for only so long'],
    ],
  },
  {
    id: 'agents.web6',
    says: 'A failure of the model is not told as the text of a page.',
    heldBy: [[WEB, 'is an error if that model fails, never its error as the page']],
  },
  ...WORKTREES,
  {
    id: 'agents.teams1',
    says: 'A message is not an approval.',
    heldBy: [
      [MESSAGES, 'reaches one that works before its next request, marked as no word of the user'],
      [
        TEAM,
        'a message of the leader that approves everything runs nothing that a deny rule or the user refuses',
      ],
    ],
  },
  {
    id: 'agents.teams2',
    says: 'A message that could not be written is not told as sent.',
    heldBy: [[TEAM, 'a message that can not be written is not told as sent']],
  },
  {
    id: 'agents.teams3',
    says: 'One bad entry does not stop the others.',
    heldBy: [
      [
        'packages/tools/test/task-list/task-list.process.test.ts',
        'reports damaged files, sets them aside at the next change, and keeps the rest',
      ],
    ],
  },
  {
    id: 'agents.teams4',
    says: 'No two agents take one task.',
    heldBy: [
      [
        'test/packed/teams.packed.test.ts',
        'has teammates do tasks that depend on each other, each task once and in order',
      ],
    ],
  },
  {
    id: 'agents.teams5',
    says: 'No teammate outlives the session.',
    heldBy: [
      [TEAM, 'at the end, teammates that work are asked to shut down, and stopped if they do not'],
      [
        'test/packed/teams.packed.test.ts',
        'has teammates write to the leader, who may dismiss them once they are idle',
      ],
    ],
  },
  {
    id: 'agents.teams6',
    says: 'The leader does not end before its team.',
    heldBy: [
      [
        'test/packed/teams.packed.test.ts',
        'has teammates do tasks that depend on each other, each task once and in order',
      ],
    ],
  },
  {
    id: 'agents.schedule1',
    says: 'A prompt does not fire in the middle of a turn.',
    heldBy: [
      [
        'packages/session/test/agent/wake-ups.test.ts',
        'what waits is told in one order: messages, hooks, tasks, schedules',
      ],
    ],
  },
  {
    id: 'agents.schedule2',
    says: 'Missed runs are not caught up one by one.',
    heldBy: [[SCHEDULES, 'runs that were missed come once together']],
  },
  {
    id: 'agents.schedule3',
    says: 'A resume makes no second one.',
    heldBy: [
      [SCHEDULES, 'of several programs, one runs what the project keeps'],
      [FIRED, 'and a session that is resumed has its own'],
    ],
  },
  {
    id: 'agents.schedule4',
    says: 'A prompt that fires approves nothing.',
    heldBy: [[FIRED, 'a due prompt wakes an idle agent']],
  },
  {
    id: 'agents.schedule5',
    says: 'A prompt that fires is not refused as untrusted.',
    heldBy: [[FIRED, 'a due prompt wakes an idle agent']],
  },
  {
    id: 'agents.schedule6',
    says: 'A watched command does not flood the context.',
    heldBy: [
      [
        'packages/sluice/test/cli/print/monitor.process.test.ts',
        'a watch is a command: what rules deny does not run, and 100,000 lines end it and are told in a few words',
      ],
    ],
  },
  {
    id: 'agents.schedule7',
    says: 'Nothing spins where no jobs are.',
    heldBy: [[SCHEDULES, 'a recurring prompt comes once for each time']],
  },
  {
    id: 'agents.lsp1',
    says: 'Servers do not fill the memory, stay behind, block edits or tell old diagnostics.',
    heldBy: [
      [LSP, 'refuses an answer of 40 MiB, and goes on'],
      [LSP, 'never holds an edit up: a server that reports nothing'],
      [LSP, 'knows each file as it is on disk, and tells only new errors'],
    ],
  },
  {
    id: 'agents.lsp2',
    says: 'A search for symbols works without a query.',
    heldBy: [[LSP, 'searches symbols without a query']],
  },
  {
    id: 'agents.lsp3',
    says: 'A server that fails hides no other of the same files.',
    heldBy: [[LSP, 'asks the next server for a file if one fails']],
  },
  {
    id: 'agents.lsp4',
    says: 'Documents are closed.',
    heldBy: [[LSP, 'closes documents: the one used longest ago']],
  },
  {
    id: 'agents.lsp5',
    says: 'A server that has ended and starts again knows the file as before.',
    heldBy: [[LSP, 'gives a server that has started again the file as before']],
  },
  {
    id: 'agents.workflows1',
    says: 'A script cannot import its way out.',
    heldBy: [
      ['packages/host/test/script/script-heap.test.ts', 'lets nothing out: %s'],
      ['packages/host/test/script/parse-workflow.test.ts', 'is refused in %j'],
    ],
  },
  {
    id: 'agents.workflows2',
    says: 'Retries for a schema have an end.',
    heldBy: [[WORKFLOWS, 'an answer fits its schema after at most five reminders, else it is null']],
  },
  {
    id: 'agents.workflows3',
    says: 'A script that only mentions a forbidden name is not refused.',
    heldBy: [
      [
        'packages/host/test/script/parse-workflow.test.ts',
        'is read without running it, and the script keeps its lines and texts as they are',
      ],
    ],
  },
  {
    id: 'agents.workflows4',
    says: 'Escapes in strings stay as they are.',
    heldBy: [
      [
        'packages/host/test/script/parse-workflow.test.ts',
        'is read without running it, and the script keeps its lines and texts as they are',
      ],
    ],
  },
  {
    id: 'agents.workflows5',
    says: 'A script is not saved through a link.',
    waitsFor: 'saving scripts: a session saves none, and runs none that stands behind a link',
    heldBy: [
      [WORKFLOWS, 'saved ones run by name; those behind links, and of projects that are not trusted, do not'],
    ],
  },
  {
    id: 'agents.workflows6',
    says: "The container's cores are counted, not the host's.",
    waitsFor: 'a test in a container; availableParallelism of Node counts them',
  },
  {
    id: 'mcp1',
    says: 'No server is left behind, in whatever state it was.',
    heldBy: [
      [ORPHANS, 'a run that ends leaves nothing of a server behind: %j'],
      [
        ORPHANS,
        'a run that gets %s while servers connect, and others wait for their turn, leaves nothing behind',
      ],
      [ORPHANS, 'sluice mcp list leaves nothing of a server behind: %j'],
      [
        'packages/sluice/test/cli/mcp/reload.process.test.ts',
        'servers start and end as their configuration and their approval change, in a session that began without any',
      ],
    ],
  },
  {
    id: 'mcp2',
    says: 'A slow server does not hold up the first turn; a bad tool is named.',
    heldBy: [
      [
        'packages/sluice/test/cli/mcp/late-servers.process.test.ts',
        'the first request does not wait for a slow server, and a search does: %s',
      ],
      [FAULTS, 'has odd tools costs those'],
      [`${LATE_TOOLS}/late-tools.test.ts`, 'waits for servers that connect, and says who is missing'],
      [
        'packages/mcp/test/client/catalog.process.test.ts',
        'the tools of a known server are there at once, and it starts at its first call',
      ],
    ],
  },
  {
    id: 'mcp3',
    says: 'Refreshed tokens are not lost to races; a login works on a remote host.',
    heldBy: [
      [REMOTE, 'renews a token that is refused, once for all who use it'],
      [REMOTE, 'keeps a token that may be used once before it is used'],
      [REMOTE, 'renews a token after four fifths of its life, before it is refused'],
      [REMOTE, 'takes the address that a person pastes from another machine'],
      [REMOTE, 'takes a code from another device, as a client that %s'],
      [
        'test/packed/mcp-remote.packed.test.ts',
        'adds a remote server, logs in, works with its tools, and logs out',
      ],
    ],
  },
  {
    id: 'mcp4',
    says: 'A changed list is followed, and an error does not wipe it.',
    heldBy: [
      [FAULTS, 'changes every 10 ms is read anew a few times, and its news reach the pool'],
      [FAULTS, 'fails at its second page keeps the first'],
      [FAULTS, 'can not be read again after a change stays as it was'],
    ],
  },
  {
    id: 'mcp5',
    says: 'Structured content neither doubles nor replaces the text.',
    heldBy: [[FAULTS, 'answers %s %j: %s']],
  },
  {
    id: 'mcp6',
    says: 'No schema disables a whole server or strips arguments.',
    heldBy: [
      [FAULTS, 'has odd tools costs those'],
      [FAULTS, 'answers %s %j: %s'],
    ],
  },
  {
    id: 'mcp7',
    says: 'A form neither hangs nor is declined unseen.',
    heldBy: [
      [
        'packages/session/test/mcp/server-asks.process.test.ts',
        'is told beforehand that no one can answer, and gets an error at once',
      ],
      ['packages/sluice/test/cli/mcp/mcp.process.test.ts', 'is answered by the client'],
    ],
  },
  {
    id: 'mcp8',
    says: "The order of tools keeps the model's cache.",
    heldBy: [
      [
        'packages/session/test/agent/late-tools/cached-prefix.test.ts',
        'no request begins otherwise than the one before, while tools join, change and leave in 20 turns',
      ],
      [
        'packages/sluice/test/cli/mcp/instructions.process.test.ts',
        'the model gets what a server for its tools, once, bounded, behind what is cached',
      ],
    ],
  },
  {
    id: 'mcp9',
    says: 'Loaded tools survive a resume.',
    heldBy: [
      [
        `${LATE_TOOLS}/late-tools.test.ts`,
        'has it still when the session is resumed, and is told nothing twice',
      ],
    ],
  },
  {
    id: 'mcp10',
    says: 'An approval is for what was approved, not for its name.',
    heldBy: [
      [
        'packages/mcp/test/config/find-servers.test.ts',
        'starts once its entry is approved, until the entry or the repository changes',
      ],
      [
        'packages/sluice/test/cli/mcp/mcp.process.test.ts',
        'does not start a server of the project that is not approved, nor one that has changed since',
      ],
    ],
  },
  {
    id: 'acp1',
    says: 'A prompt has one stop reason.',
    heldBy: [
      [
        ACP_FRAMES,
        '1,000 random frames: every request gets one answer, nothing hangs, and the session works afterwards',
      ],
    ],
  },
  {
    id: 'acp2',
    says: 'A cancel is not an error and no normal end.',
    heldBy: [[ACP, 'a cancel ends a running command, and the next prompt works']],
  },
  {
    id: 'acp3',
    says: 'A cancel that comes before its turn counts.',
    heldBy: [[ACP, 'a cancel ends a running command, and the next prompt works']],
  },
  {
    id: 'acp4',
    says: 'The next prompt waits for the cleanup of the last.',
    heldBy: [[ACP, 'a cancel ends a running command, and the next prompt works']],
  },
  {
    id: 'acp5',
    says: 'No call goes on after its question was canceled.',
    heldBy: [[ACP, 'a refusal ends the turn, and a canceled question cancels it']],
  },
  {
    id: 'acp6',
    says: 'Every question is shown.',
    heldBy: [
      [ACP, 'an editor gets text, calls with their changes, questions with the whole call, and costs'],
      [ACP_ASKS, 'an editor with forms shows those of servers, pages and questions, with nothing hidden'],
    ],
  },
  { id: 'acp7', says: 'No terminal is named before it exists.', waitsFor: 'terminals of editors' },
  {
    id: 'acp8',
    says: 'A loaded session sends no updates after its answer.',
    heldBy: [[ACP, 'sessions are listed, loaded with their conversation, resumed without it, and deleted']],
  },
];
