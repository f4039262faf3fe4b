import type { PermissionMode } from './permission-mode.ts';
import type { PermissionRule } from './permission-rule.ts';

/** Why a part of a call was decided as it was. Texts are rendered from it at the edge (`describeCause`). */
export type DecisionCause =
  /** `otherName`: the name of the file that the rule matches; the call uses another (hard links). Default: the same. */
  | { readonly kind: 'rule'; readonly rule: PermissionRule; readonly otherName?: string }
  /** A rule denies something below a tree, or one of the files that an unknown word may be. */
  | {
      readonly kind: 'may-concern';
      readonly rule: PermissionRule;
      readonly path: string | undefined;
      /** Git names `path` itself, or a directory below which it can't tell what changes. Default: neither. */
      readonly named?: 'file' | 'directory';
    }
  /** `planFile`: where the plan is that a person is to approve. */
  | { readonly kind: 'interaction'; readonly planFile?: string }
  /** `what`: what part of the machine it is, continuing "which is". */
  | {
      readonly kind: 'critical-removal';
      readonly path: string | undefined;
      readonly what: string;
      /** Everything in it, rather than the directory itself. */
      readonly isContents: boolean;
      /** What is done to it. Default: it is removed. */
      readonly does?: 'overwrite' | 'change-access' | 'change-contents';
    }
  | { readonly kind: 'protected-path'; readonly path: string; readonly name: string }
  /** The command gives rights to agents. `what` continues "it would". */
  | { readonly kind: 'gives-rights'; readonly what: string }
  /** It belongs to the session's own records, or to what no one may read. */
  | {
      readonly kind: 'sealed';
      readonly path: string;
      readonly access: 'read' | 'write' | 'remove';
      /** The directory above it that is to be removed or overwritten, and it along with that. */
      readonly above?: string;
      /** What that directory is, as in `critical-removal`. */
      readonly what?: string;
      /** As in `SealedPath`. */
      readonly holds?: string;
    }
  /** The agent has a checkout of its own, `path`. `why` is a clause. */
  | { readonly kind: 'isolation'; readonly why: string; readonly path: string }
  /** `isFinal`: no one is asked. `path`: of a file, as the call names it. */
  | { readonly kind: 'plan-mode'; readonly isFinal?: true; readonly path?: string | undefined }
  | { readonly kind: 'opaque'; readonly message: string }
  | { readonly kind: 'caution'; readonly message: string }
  | { readonly kind: 'mode'; readonly mode: PermissionMode }
  | { readonly kind: 'read-only' }
  /** It is in the arguments of another command, which is decided separately. */
  | { readonly kind: 'nested' }
  | { readonly kind: 'inside' }
  | { readonly kind: 'outside'; readonly path: string; readonly access: 'read' | 'write' }
  | {
      readonly kind: 'unknown-path';
      readonly access: 'read' | 'write';
      /** A redirection opens it, which no rule about commands allows. Default false. */
      readonly isRedirection?: boolean;
    }
  | { readonly kind: 'changes-file'; readonly path: string }
  | { readonly kind: 'changes-things'; readonly why: string | undefined }
  /** A rule allows the tool as it was before its author changed it. `what` and `remedy`: as in `DefinitionChange`. */
  | {
      readonly kind: 'definition-changed';
      readonly rule: PermissionRule;
      readonly what: string;
      readonly remedy: string;
    }
  | { readonly kind: 'undeclared' }
  | { readonly kind: 'host'; readonly host: string }
  | { readonly kind: 'failed'; readonly message: string };
