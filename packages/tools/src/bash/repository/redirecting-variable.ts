type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `GIT_…` variables that may be set while git only reads: they name the committer or configure talking to the user or a server, are
 * overridden when a read-only command runs, or mean nothing to git and are set by build servers.
 */
const HARMLESS = new Set(
  (
    'GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE ' +
    'GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_PAGER GIT_PAGER_IN_USE GIT_ASKPASS GIT_SSH GIT_SSH_COMMAND GIT_SSH_VARIANT ' +
    'GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_NO_LAZY_FETCH GIT_ALLOW_PROTOCOL GIT_PROTOCOL_FROM_USER GIT_MERGE_AUTOEDIT GIT_MERGE_VERBOSITY ' +
    'GIT_ADVICE GIT_PROGRESS_DELAY GIT_FLUSH GIT_PREFIX GIT_REFLOG_ACTION GIT_DISCOVERY_ACROSS_FILESYSTEM ' +
    'GIT_CEILING_DIRECTORIES GIT_CONFIG_NOSYSTEM GIT_HTTP_USER_AGENT GIT_SSL_NO_VERIFY GIT_SSL_CAINFO GIT_SSL_CAPATH ' +
    'GIT_HTTP_LOW_SPEED_LIMIT GIT_HTTP_LOW_SPEED_TIME GIT_DEFAULT_HASH GIT_DEFAULT_BRANCH GIT_LFS_SKIP_SMUDGE ' +
    'GIT_LFS_SKIP_PUSH GIT_COMMIT GIT_BRANCH GIT_LOCAL_BRANCH GIT_PREVIOUS_COMMIT GIT_PREVIOUS_SUCCESSFUL_COMMIT ' +
    'GIT_URL GIT_CHECKOUT_DIR GIT_SHA GIT_SHA1 GIT_HASH GIT_REV GIT_REVISION GIT_REF GIT_TAG GIT_REPO GIT_REPOSITORY ' +
    'GIT_TOKEN GIT_USER GIT_USERNAME GIT_PASSWORD GIT_EMAIL GIT_NAME GIT_VERSION GIT_DESCRIBE GIT_STRATEGY GIT_DEPTH ' +
    'GIT_CLEAN_FLAGS GIT_SUBMODULE_STRATEGY GIT_CLONE_PATH GIT_FETCH_EXTRA_FLAGS'
  ).split(' '),
);

/** Overridden when a read-only command runs. */
const CONFIGURATION = /^GIT_CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)$/u;

/** Used by shell prompts and completion, not by git. */
const OF_PROMPTS = /^GIT_(?:PS1|PROMPT|COMPLETION)_/u;

/** A variable that can make git use another repository or configuration, or write or run something; undefined if none is set. */
export function redirectingVariable(env: Environment): string | undefined {
  return Object.keys(env).find(
    (name) =>
      name.startsWith('GIT_') &&
      env[name] !== undefined &&
      !HARMLESS.has(name) &&
      !CONFIGURATION.test(name) &&
      !OF_PROMPTS.test(name),
  );
}
