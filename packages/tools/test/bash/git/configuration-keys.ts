/**
 * What each configuration key of git can do, as `git help --config` writes the keys, plus keys that it leaves out and keys of newer
 * versions. `executes`: the value, or what it switches on, starts a program. `redirects`: the value names another file, repository
 * or host to read, write or contact. `harmless`: neither.
 *
 * A line is a key or a pattern (`*` stands for the rest, `<name>` for one part). Behind ` = ` stands a hostile value; without one, the value
 * of a key that executes is `{program}` and of one that redirects `{file}`.
 */
export type KeyEffect = 'executes' | 'redirects' | 'harmless';

export interface ConfigurationKey {
  /** As git writes it: `filter.<driver>.clean`. */
  readonly pattern: string;
  readonly effect: KeyEffect;
  /** With `{program}`, `{hooks}`, `{file}`, `{directory}`, `{repository}` or `{written}`. */
  readonly value: string;
}

const EXECUTES = `
alias.* = !{program}
branch.<name>.mergeOptions = -s program
branch.sort = signature
browser.<tool>.cmd
browser.<tool>.path
commit.gpgSign = true
core.alternateRefsCommand
core.askPass
core.editor
core.fsmonitor
core.gitProxy
core.hooksPath = {hooks}
core.pager
core.sshCommand
core.virtualFilesystem
credential.<url>.*
credential.helper = !{program}
diff.<driver>.cachetextconv = true
diff.<driver>.command
diff.<driver>.process
diff.<driver>.textconv
diff.external
diff.guitool
diff.ignoreSubmodules = none
diff.submodule = log
diff.tool
difftool.<tool>.cmd
difftool.<tool>.path
filter.<driver>.clean
filter.<driver>.process
filter.<driver>.smudge
format.pretty = format:%G? %GS %s
gc.recentObjectsHook
gpg.<format>.program
gpg.format = ssh
gpg.program
gpg.ssh.defaultKeyCommand
guitool.<name>.cmd
help.autoCorrect = immediate
help.browser
help.format = web
hook.<name>.command
hook.<name>.event = post-index-change
imap.tunnel
instaweb.browser
instaweb.httpd
instaweb.modulePath
interactive.diffFilter
log.diffMerges = remerge
log.showSignature = true
man.<tool>.cmd
man.<tool>.path
man.viewer
merge.<driver>.driver
merge.<driver>.recursive
merge.guitool
merge.tool
merge.verifySignatures = true
mergetool.<tool>.cmd
mergetool.<tool>.path
mergetool.vimdiff.layout
pager.<cmd>
pretty.<name> = format:%G? %GS %s
protocol.<name>.allow = always
protocol.allow = always
pull.octopus
pull.twohead
push.gpgSign = true
rebase.instructionFormat = %G? %s
receive.procReceiveRefs = refs
remote.<name>.receivepack
remote.<name>.uploadpack
remote.<name>.vcs = ext
sendemail.<identity>.*
sendemail.ccCmd
sendemail.headerCmd
sendemail.sendmailCmd
sendemail.smtpServer
sendemail.tocmd
sequence.editor
status.submoduleSummary = true
submodule.<name>.ignore = none
submodule.<name>.update = !{program}
tag.forceSignAnnotated = true
tag.gpgSign = true
tag.sort = signature
tar.<format>.command
trailer.<token>.cmd
trailer.<token>.command
uploadpack.packObjectsHook
web.browser
`;

const REDIRECTS = `
blame.ignoreRevsFile
branch.<name>.pushRemote = ext::{program}
branch.<name>.remote = ext::{program}
bundle.* = {repository}
bundle.<id>.* = {repository}
bundle.<id>.uri = file://{file}
commit.template
core.attributesFile
core.excludesFile
core.unsetenvvars = GIT_CONFIG_COUNT
core.worktree = {directory}
diff.orderFile
extensions.partialClone = evil
extensions.refStorage = files://{repository}
extensions.worktreeConfig = true
fetch.bundleCreationToken
fetch.bundleURI = file://{file}
fetch.fsck.skipList
fetch.recurseSubmodules = true
format.outputDirectory = {directory}
format.signatureFile
fsck.skipList
fsmonitor.socketDir = {directory}
gc.repackFilterTo = {directory}
gitcvs.dbDriver
gitcvs.dbName
gitcvs.logFile = {written}
gpg.ssh.allowedSignersFile
gpg.ssh.revocationFile
help.htmlPath = {directory}
http.<url>.*
http.cookieFile
http.curloptResolve
http.proxy = http://127.0.0.1:9
http.proxySSLCAInfo
http.proxySSLCert
http.proxySSLKey
http.saveCookies = true
http.sslCAInfo
http.sslCAPath = {directory}
http.sslCert
http.sslKey
imap.host
include.path
includeIf.<condition>.path
init.templateDir = {directory}
mailmap.file
promisor.acceptFromServer = all
push.recurseSubmodules = on-demand
receive.fsck.skipList
remote.<name>.promisor = true
remote.<name>.proxy = http://127.0.0.1:9
remote.<name>.pushurl = ext::{program}
remote.<name>.url = ext::{program}
sendemail.aliasesFile
sendemail.mailmap.file
sendemail.smtpsslcertpath
submodule.<name>.gitdir = {repository}
submodule.<name>.url = ext::{program}
submodule.recurse = true
trace2.eventTarget = {written}
trace2.normalTarget = {written}
trace2.perfTarget = {written}
transfer.bundleURI = true
url.<base>.insteadOf = https://
url.<base>.pushInsteadOf = https://
user.signingKey
`;

const HARMLESS = `
add.ignoreErrors
add.interactive.useBuiltin
advice.*
am.keepcr am.messageid am.threeWay
apply.ignoreWhitespace apply.whitespace
attr.tree
author.email author.name
bitmapPseudoMerge.*
blame.blankBoundary blame.coloring blame.date blame.markIgnoredLines blame.markUnblamableLines blame.showEmail blame.showRoot
branch.<name>.description branch.<name>.merge branch.<name>.rebase branch.autoSetupMerge branch.autoSetupRebase
bundle.mode bundle.version
checkout.defaultRemote checkout.guess checkout.thresholdForParallelism checkout.workers
clean.requireForce
clone.defaultRemoteName clone.filterSubmodules clone.rejectShallow
color.*
column.*
commit.cleanup commit.status commit.verbose
commitGraph.changedPathsVersion commitGraph.generationVersion commitGraph.maxNewFilters commitGraph.readChangedPaths
committer.email committer.name
completion.commands
core.abbrev core.alternateRefsPrefixes core.autocrlf core.bare core.bigFileThreshold core.checkRoundtripEncoding
core.checkStat core.commentChar core.commentString core.commitGraph core.compression core.createObject
core.deltaBaseCacheLimit core.eol core.fileMode core.filesRefLockTimeout core.fsmonitorHookVersion core.fsync
core.fsyncMethod core.fsyncObjectFiles core.hideDotFiles core.ignoreCase core.ignoreStat core.lockfilePid
core.logAllRefUpdates core.looseCompression core.maxTreeDepth core.multiPackIndex core.notesRef
core.packedGitLimit core.packedGitWindowSize core.packedRefsTimeout core.precomposeUnicode
core.preferSymlinkRefs core.preloadIndex core.protectHFS core.protectNTFS core.quotePath
core.repositoryFormatVersion core.restrictinheritedhandles core.safecrlf core.sharedRepository
core.sparseCheckout core.sparseCheckoutCone core.splitIndex core.symlinks core.trustctime core.untrackedCache
core.useReplaceRefs core.warnAmbiguousRefs core.whitespace
credential.interactive credential.protectProtocol credential.sanitizePrompt credential.useHttpPath credential.username
credentialCache.ignoreSIGHUP
credentialStore.lockTimeoutMS
diff.<driver>.binary diff.<driver>.wordRegex diff.<driver>.xfuncname
diff.algorithm diff.autoRefreshIndex diff.colorMoved diff.colorMovedWS diff.context diff.dirstat diff.indentHeuristic
diff.interHunkContext diff.mnemonicPrefix diff.dstPrefix diff.srcPrefix diff.noPrefix diff.relative
diff.renameLimit diff.renames diff.statGraphWidth diff.statNameWidth diff.suppressBlankEmpty
diff.trustExitCode diff.wordRegex diff.wsErrorHighlight
difftool.guiDefault difftool.prompt difftool.trustExitCode
extensions.compatObjectFormat extensions.noop extensions.objectFormat extensions.preciousObjects
extensions.relativeWorktrees
fastimport.unpackLimit
feature.*
fetch.all fetch.fsck.<msg-id> fetch.fsckObjects fetch.negotiationAlgorithm fetch.output fetch.parallel fetch.prune
fetch.pruneTags fetch.showForcedUpdates fetch.unpackLimit fetch.writeCommitGraph
format.attach format.cc format.coverFromDescription format.coverLetter format.encodeEmailHeaders
format.filenameMaxLength format.forceInBodyFrom format.from format.headers format.mboxrd format.noprefix
format.notes format.numbered format.signOff format.signature format.subjectPrefix format.suffix
format.thread format.to format.useAutoBase
fsck.<msg-id>
fsmonitor.allowRemote
gc.<pattern>.reflogExpire gc.<pattern>.reflogExpireUnreachable gc.aggressiveDepth gc.aggressiveWindow gc.auto
gc.autoDetach gc.autoPackLimit gc.bigPackThreshold gc.cruftPacks gc.logExpiry gc.maxCruftSize gc.packRefs
gc.pruneExpire gc.reflogExpire gc.reflogExpireUnreachable gc.repackFilter gc.rerereResolved
gc.rerereUnresolved gc.worktreePruneExpire gc.writeCommitGraph
gitcvs.allBinary gitcvs.commitMsgAnnotation gitcvs.dbPass gitcvs.dbTableNamePrefix gitcvs.dbUser gitcvs.enabled
gitcvs.usecrlfattr
gitweb.avatar gitweb.blame gitweb.category gitweb.description gitweb.grep gitweb.highlight gitweb.owner gitweb.patches
gitweb.pickaxe gitweb.remote_heads gitweb.showSizes gitweb.snapshot gitweb.url
gpg.minTrustLevel
grep.column grep.extendedRegexp grep.fallbackToNoIndex grep.fullName grep.lineNumber grep.patternType grep.threads
gui.GCWarning gui.blamehistoryctx gui.commitMsgWidth gui.copyBlameThreshold gui.diffContext gui.displayUntracked
gui.encoding gui.fastCopyBlame gui.matchTrackingBranch gui.newBranchTemplate gui.pruneDuringFetch
gui.spellingDictionary gui.trustmtime
guitool.<name>.argPrompt guitool.<name>.confirm guitool.<name>.needsFile guitool.<name>.noConsole
guitool.<name>.noRescan guitool.<name>.prompt guitool.<name>.revPrompt guitool.<name>.revUnmerged
guitool.<name>.title
hook.<name>.enabled
http.delegation http.emptyAuth http.extraHeader http.followRedirects http.keepAliveCount http.keepAliveIdle
http.keepAliveInterval http.lowSpeedLimit http.lowSpeedTime http.maxRequests http.minSessions http.noEPSV
http.pinnedPubkey http.postBuffer http.proactiveAuth http.proxyAuthMethod http.proxySSLCertPasswordProtected
http.schannelCheckRevoke http.schannelUseSSLCAInfo http.sslBackend http.sslCertPasswordProtected
http.sslCertType http.sslCipherList http.sslKeyType http.sslTry http.sslVerify http.sslVersion
http.userAgent http.version
i18n.commitEncoding i18n.logOutputEncoding
imap.authMethod imap.folder imap.pass imap.port imap.preformattedHTML imap.sslverify imap.user
index.recordEndOfIndexEntries index.recordOffsetTable index.skipHash index.sparse index.threads index.version
init.defaultBranch init.defaultObjectFormat init.defaultRefFormat
instaweb.local instaweb.port
interactive.singleKey
log.abbrevCommit log.date log.decorate log.excludeDecoration log.follow log.graphColors log.initialDecorationSet
log.mailmap log.showRoot
lsrefs.unborn
mailinfo.scissors
mailmap.blob
maintenance.*
merge.<driver>.name merge.autoStash merge.branchdesc merge.conflictStyle merge.defaultToUpstream
merge.directoryRenames merge.ff merge.log merge.renameLimit merge.renames merge.renormalize merge.stat
merge.suppressDest merge.verbosity
mergetool.<tool>.hideResolved mergetool.<tool>.trustExitCode mergetool.guiDefault mergetool.hideResolved
mergetool.keepBackup mergetool.keepTemporaries mergetool.meld.hasOutput mergetool.meld.useAutoMerge
mergetool.prompt mergetool.writeToTemp
notes.<name>.mergeStrategy notes.displayRef notes.mergeStrategy notes.rewrite.<command> notes.rewriteMode
notes.rewriteRef
pack.allowPackReuse pack.compression pack.deltaCacheLimit pack.deltaCacheSize pack.depth pack.indexVersion
pack.island pack.islandCore pack.packSizeLimit pack.preferBitmapTips pack.readReverseIndex pack.threads
pack.useBitmapBoundaryTraversal pack.useBitmaps pack.usePathWalk pack.useSparse pack.window
pack.windowMemory pack.writeBitmapHashCache pack.writeBitmapLookupTable pack.writeReverseIndex
promisor.advertise promisor.checkFields promisor.quiet promisor.sendFields promisor.storeFields
protocol.version
pull.autoStash pull.ff pull.rebase
push.autoSetupRemote push.default push.followTags push.negotiate push.pushOption push.useBitmaps
push.useForceIfIncludes
rebase.abbreviateCommands rebase.autoSquash rebase.autoStash rebase.backend rebase.forkPoint rebase.maxLabelLength
rebase.missingCommitsCheck rebase.rebaseMerges rebase.rescheduleFailedExec rebase.stat rebase.updateRefs
receive.advertiseAtomic receive.advertisePushOptions receive.autogc receive.certNonceSeed receive.certNonceSlop
receive.denyCurrentBranch receive.denyDeleteCurrent receive.denyDeletes receive.denyNonFastForwards
receive.fsck.<msg-id> receive.fsckObjects receive.hideRefs receive.keepAlive receive.maxInputSize
receive.shallowUpdate receive.unpackLimit receive.updateServerInfo
reftable.*
remote.<name>.fetch remote.<name>.followRemoteHEAD remote.<name>.mirror remote.<name>.partialclonefilter
remote.<name>.proxyAuthMethod remote.<name>.prune remote.<name>.pruneTags remote.<name>.push
remote.<name>.serverOption remote.<name>.skipDefaultUpdate remote.<name>.skipFetchAll remote.<name>.tagOpt
remote.pushDefault
remotes.<group>
repack.cruftDepth repack.cruftThreads repack.cruftWindow repack.cruftWindowMemory repack.packKeptObjects
repack.updateServerInfo repack.useDeltaBaseOffset repack.useDeltaIslands repack.writeBitmaps
replay.refAction
rerere.autoUpdate rerere.enabled
revert.reference
safe.bareRepository safe.directory
sendemail.aliasFileType sendemail.annotate sendemail.bcc sendemail.cc sendemail.chainReplyTo sendemail.confirm
sendemail.envelopeSender sendemail.forbidSendmailVariables sendemail.from sendemail.identity
sendemail.mailmap sendemail.mailmap.blob sendemail.multiEdit sendemail.signedoffbycc
sendemail.smtpBatchSize sendemail.smtpDomain sendemail.smtpEncryption sendemail.smtpPass
sendemail.smtpReloginDelay sendemail.smtpServerOption sendemail.smtpServerPort sendemail.smtpUser
sendemail.suppressFrom sendemail.suppresscc sendemail.thread sendemail.to sendemail.transferEncoding
sendemail.validate sendemail.xmailer
sendpack.sideband
showBranch.default
sideband.*
sparse.expectFilesOutsideOfPatterns
splitIndex.maxPercentChange splitIndex.sharedIndexExpire
ssh.variant
stash.index stash.showIncludeUntracked stash.showPatch stash.showStat
status.aheadBehind status.branch status.compareBranches status.displayCommentPrefix status.relativePaths
status.renameLimit status.renames status.short status.showStash status.showUntrackedFiles
submodule.<name>.active submodule.<name>.branch submodule.<name>.fetchRecurseSubmodules submodule.active
submodule.alternateErrorStrategy submodule.alternateLocation submodule.fetchJobs
submodule.propagateBranches
tar.umask
trace2.configParams trace2.destinationDebug trace2.envVars trace2.eventBrief trace2.eventNesting trace2.maxFiles
trace2.normalBrief trace2.perfBrief
trailer.<token>.ifexists trailer.<token>.ifmissing trailer.<token>.key trailer.<token>.where trailer.ifexists
trailer.ifmissing trailer.separators trailer.where
transfer.advertiseObjectInfo transfer.advertiseSID transfer.credentialsInUrl transfer.fsckObjects
transfer.hideRefs transfer.unpackLimit
uploadarchive.allowUnreachable
uploadpack.allowAnySHA1InWant uploadpack.allowFilter uploadpack.allowReachableSHA1InWant
uploadpack.allowRefInWant uploadpack.allowTipSHA1InWant uploadpack.blobPackfileUri uploadpack.hideRefs
uploadpack.keepAlive
uploadpackfilter.<filter>.allow uploadpackfilter.allow uploadpackfilter.tree.maxDepth
user.email user.name user.useConfigOnly
versionsort.prereleaseSuffix versionsort.suffix
worktree.guessRemote worktree.useRelativePaths
`;

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const withValues = (effect: KeyEffect, text: string, otherwise: string): ConfigurationKey[] =>
  linesOf(text).map((line) => {
    const [pattern = '', value = otherwise] = line.split(' = ');
    return { pattern, effect, value };
  });

export const configurationKeys: readonly ConfigurationKey[] = [
  ...withValues('executes', EXECUTES, '{program}'),
  ...withValues('redirects', REDIRECTS, '{file}'),
  ...HARMLESS.split(/\s+/)
    .filter((pattern) => pattern !== '')
    .map((pattern): ConfigurationKey => ({ pattern, effect: 'harmless', value: 'true' })),
];
