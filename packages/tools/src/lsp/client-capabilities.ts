/** What Sluice can do, as a server is told in the greeting. */
export const CLIENT_CAPABILITIES = {
  general: { positionEncodings: ['utf-16', 'utf-8', 'utf-32'] },
  workspace: {
    applyEdit: false,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: false },
    didChangeWatchedFiles: { dynamicRegistration: true },
    symbol: {},
  },
  textDocument: {
    synchronization: { didSave: false },
    definition: { linkSupport: true },
    implementation: { linkSupport: true },
    references: {},
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    callHierarchy: {},
    publishDiagnostics: { versionSupport: true },
    diagnostic: {},
  },
  window: { workDoneProgress: true, showDocument: { support: false } },
};
