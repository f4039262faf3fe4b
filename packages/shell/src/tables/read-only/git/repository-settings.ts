import type { GitSetting } from '../../repository.ts';
import type { RepositoryUse } from '../../classification.ts';
import { FORMAT, SORT_KEY } from './options.ts';

/**
 * Settings that a repository may contain while git only reads: none of them starts a program, names a file, or
 * redirects git in the commands that the rows allow. With any unlisted setting, git is not read-only. Sections and
 * names are in lower case; `*` stands for the part between them.
 */
const HARMLESS = patterns(`
  core.repositoryformatversion core.filemode core.bare core.logallrefupdates core.ignorecase core.symlinks
  core.precomposeunicode core.protecthfs core.protectntfs core.autocrlf core.eol core.safecrlf core.quotepath
  core.checkstat core.trustctime core.ignorestat core.preloadindex core.untrackedcache core.splitindex core.abbrev
  core.bigfilethreshold core.compression core.loosecompression core.packedgitwindowsize core.packedgitlimit
  core.deltabasecachelimit core.notesref core.warnambiguousrefs core.whitespace core.commentchar core.commentstring
  core.checkroundtripencoding core.commitgraph core.multipackindex core.sparsecheckout core.sparsecheckoutcone
  core.fsync core.fsyncmethod core.fsyncobjectfiles core.hidedotfiles core.longpaths core.fscache core.sharedrepository
  core.createobject core.prefersymlinkrefs core.filesreflocktimeout core.packedrefstimeout core.maxtreedepth
  core.disambiguate core.usereplacerefs
  extensions.objectformat extensions.compatobjectformat extensions.worktreeconfig extensions.relativeworktrees
  extensions.preciousobjects extensions.noop extensions.partialclone
  remote.*.url remote.*.pushurl remote.*.fetch remote.*.push remote.*.mirror remote.*.tagopt remote.*.prune
  remote.*.prunetags remote.*.skipdefaultupdate remote.*.skipfetchall remote.*.promisor remote.*.partialclonefilter
  remote.*.gh-resolved remote.*.glab-resolved remote.*.lfsurl remote.*.followremotehead remote.pushdefault remotes.*
  branch.*.remote branch.*.pushremote branch.*.merge branch.*.mergeoptions branch.*.rebase branch.*.description
  branch.*.gh-merge-base branch.*.vscode-merge-base branch.*.github-pr-owner-number branch.*.base
  branch.*.github-pr-base-branch branch.autosetupmerge branch.autosetuprebase
  user.name user.email user.signingkey user.useconfigonly author.name author.email committer.name committer.email
  init.defaultbranch clone.defaultremotename checkout.defaultremote checkout.guess checkout.workers
  pull.rebase pull.ff pull.octopus pull.twohead push.default push.followtags push.autosetupremote push.gpgsign
  push.pushoption push.recursesubmodules push.useforceifincludes fetch.prune fetch.prunetags fetch.parallel
  fetch.recursesubmodules fetch.writecommitgraph fetch.fsckobjects fetch.negotiationalgorithm fetch.output fetch.showforcedupdates
  fetch.unpacklimit transfer.fsckobjects transfer.unpacklimit transfer.hiderefs receive.*
  merge.conflictstyle merge.defaulttoupstream merge.ff merge.log merge.renamelimit merge.renames merge.directoryrenames
  merge.renormalize merge.stat merge.autostash merge.verbosity merge.branchdesc merge.suppressdest merge.guitool merge.tool
  merge.*.name merge.*.driver merge.*.recursive
  rebase.autosquash rebase.autostash rebase.stat rebase.abbreviatecommands rebase.updaterefs rebase.missingcommitscheck
  rebase.reschedulefailedexec rebase.forkpoint rebase.rebasemerges rebase.backend rebase.maxlabellength rerere.enabled
  rerere.autoupdate commit.gpgsign commit.cleanup commit.status commit.template commit.verbose tag.gpgsign
  tag.forcesignannotated
  color.* column.* advice.* versionsort.* stash.showpatch stash.showstat stash.showincludeuntracked
  status.short status.branch status.showuntrackedfiles status.renames status.renamelimit status.relativepaths
  status.showstash status.aheadbehind status.displaycommentprefix status.submodulesummary
  log.date log.decorate log.abbrevcommit log.follow log.graphcolors log.initialdecorationset log.excludedecoration
  log.mailmap log.showroot log.showsignature
  diff.algorithm diff.colormoved diff.colormovedws diff.context diff.interhunkcontext diff.indentheuristic
  diff.ignoresubmodules diff.mnemonicprefix diff.noprefix diff.srcprefix diff.dstprefix diff.relative diff.renamelimit
  diff.renames diff.suppressblankempty diff.wordregex diff.wserrorhighlight diff.statgraphwidth diff.statnamewidth
  diff.dirstat diff.submodule diff.autorefreshindex diff.external diff.tool diff.guitool
  diff.*.command diff.*.textconv diff.*.cachetextconv diff.*.binary diff.*.xfuncname diff.*.funcname diff.*.wordregex
  diff.*.algorithm
  blame.blankboundary blame.coloring blame.date blame.showemail blame.showroot blame.markunblamablelines
  blame.markignoredlines grep.linenumber grep.column grep.patterntype grep.extendedregexp grep.threads grep.fullname
  index.sparse index.threads index.version index.recordendofindexentries index.recordoffsettable index.skiphash
  pack.* repack.* gc.* maintenance.* feature.* fsck.* i18n.commitencoding i18n.logoutputencoding notes.*
  submodule.*.url submodule.*.active submodule.*.branch submodule.*.update submodule.*.ignore
  submodule.*.fetchrecursesubmodules submodule.*.shallow submodule.active submodule.fetchjobs
  submodule.alternatelocation submodule.alternateerrorstrategy submodule.propagatebranches submodule.recurse
  mailmap.blob worktree.guessremote worktree.userelativepaths sparse.* protocol.* uploadpack.allow*
  lfs.repositoryformatversion lfs.*.access lfs.*.locksverify lfs.locksverify lfs.url lfs.pushurl lfs.fetchinclude
  lfs.fetchexclude lfs.concurrenttransfers lfs.allowincompletepush
  gitflow.* gui.* include.path includeif.*.path
`);

/**
 * Settings that start programs: the commands that the rows allow never use them, or are run with what switches them off
 * (hardening.ts).
 */
const SWITCHED_OFF = patterns(`
  alias.* core.fsmonitor core.fsmonitorhookversion core.hookspath core.pager pager.* core.editor sequence.editor
  core.sshcommand core.askpass core.gitproxy core.alternaterefscommand credential.* http.* url.* ssh.variant
  gpg.program gpg.format gpg.mintrustlevel gpg.*.program gpg.ssh.allowedsignersfile gpg.ssh.defaultkeycommand
  gpg.ssh.revocationfile interactive.difffilter interactive.singlekey difftool.* mergetool.* trailer.* sendemail.* web.browser help.*
`);

/** Conversions of files in the work tree, which run wherever it is compared with what is kept. */
const FILTERS = patterns('filter.*.clean filter.*.smudge filter.*.process filter.*.required');

const CONVERTERS = patterns('diff.*.textconv');

/** Each names a file that git reads. */
const FILES = patterns(
  'core.excludesfile core.attributesfile mailmap.file blame.ignorerevsfile diff.orderfile',
);

/** How a merge is shown: `remerge` would merge again, by the drivers that the repository brings along. */
const MERGE_FORMATS = new Set(
  'off none first-parent 1 separate m combined c dense-combined cc on'.split(' '),
);

/** Settings that are harmless with some values. Where the work tree is, git has reported. */
const BY_VALUE: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['core.worktree', () => true],
  ['extensions.refstorage', (value: string) => value === 'files' || value === 'reftable'],
  ['format.pretty', (value: string) => FORMAT.test(value)],
  ['branch.sort', (value: string) => SORT_KEY.test(value)],
  ['tag.sort', (value: string) => SORT_KEY.test(value)],
  ['log.diffmerges', (value: string) => MERGE_FORMATS.has(value.toLowerCase())],
]);

/** Why git would not only read with these settings; undefined: it would. */
export function settingsRefusal(
  settings: readonly GitSetting[],
  { runsFilters, convertsShown = false }: Pick<RepositoryUse, 'runsFilters' | 'convertsShown'>,
): string | undefined {
  // The user's own converters count too: a repository's attributes choose the files, and the result may be cached.
  const converter = convertsShown ? settings.find(({ key }) => CONVERTERS(key)) : undefined;
  if (converter !== undefined)
    return `${converter.key} is set, which converts files by a program to show them`;
  const own = settings.filter(({ isOfRepository }) => isOfRepository);
  for (const { key, value } of own) {
    if (isAllowed(key, value ?? 'true', runsFilters)) continue;
    return `the repository sets ${key}, by which git may run a program or read elsewhere`;
  }
  const driver = own.find(({ key }) => /^merge\..*\.driver$/su.test(key));
  return driver !== undefined && settings.some(remerges)
    ? `the repository sets ${driver.key}, which log.diffMerges runs`
    : undefined;
}

/** Whether git may have to write for what is set: for a filter, or to merge once more what it shows. */
export function mayWrite(settings: readonly GitSetting[], runsFilters: boolean): boolean {
  return settings.some((setting) => remerges(setting) || (runsFilters && FILTERS(setting.key)));
}

function remerges({ key, value }: GitSetting): boolean {
  return key === 'log.diffmerges' && !MERGE_FORMATS.has((value ?? '').toLowerCase());
}

function isAllowed(key: string, value: string, runsFilters: boolean): boolean {
  const byValue = BY_VALUE.get(key);
  if (byValue !== undefined) return byValue(value);
  if (key.startsWith('pretty.')) return FORMAT.test(value);
  if (!runsFilters && FILTERS(key)) return true;
  return HARMLESS(key) || SWITCHED_OFF(key) || FILES(key);
}

/** Paths, as written, of files that the repository has git read by a setting. */
export function filesOfSettings(settings: readonly GitSetting[]): readonly string[] {
  return settings
    .filter(({ key, isOfRepository }) => isOfRepository && FILES(key))
    .flatMap(({ value }) => (value === undefined || value === '' ? [] : [value]));
}

function patterns(list: string): (key: string) => boolean {
  const exact = new Set<string>();
  const open: { readonly start: string; readonly end: string }[] = [];
  for (const pattern of list.trim().split(/\s+/u)) {
    const star = pattern.indexOf('*');
    if (star === -1) exact.add(pattern);
    else open.push({ start: pattern.slice(0, star), end: pattern.slice(star + 1) });
  }
  return (key) =>
    exact.has(key) ||
    open.some(
      ({ start, end }) =>
        key.length > start.length + end.length && key.startsWith(start) && key.endsWith(end),
    );
}
