/** Settings and environment of git's serving programs. They override those of a repository. */

/** The services of the protocol: reading (clone, fetch) and writing (push). */
export type GitService = 'upload-pack' | 'receive-pack'

/** Default limit of a push, in bytes. */
export const PUSH_MAX = 500 * 1024 * 1024

/** Refs of the server's own, which clients do not see. */
const HIDDEN = 'refs/galley'

/** True if a ref is hidden from clients. */
export function isHiddenRef(ref: string): boolean {
  return ref.startsWith(`${HIDDEN}/`)
}

/** `key=value` for a service; pushes over `maxBytes` are refused. */
export function serviceConfig(service: GitService, maxBytes: number): string[] {
  const hide = `transfer.hideRefs=${HIDDEN}`
  if (service === 'upload-pack') {
    return [hide, 'uploadpack.allowFilter=true', 'uploadpack.allowAnySHA1InWant=false']
  }
  return [
    hide,
    'receive.fsckObjects=true',
    'transfer.fsckObjects=true',
    `receive.maxInputSize=${maxBytes}`,
    'receive.autogc=false',
    // Clients that always send some would else be refused; they mean nothing here.
    'receive.advertisePushOptions=true',
    'receive.denyCurrentBranch=ignore',
    // Only `main` is protected, by our own check; other branches may be forced and deleted.
    'receive.denyNonFastForwards=false',
    'receive.denyDeletes=false',
    // For a push in quarantine, the repository is an alternate. Without this, git would start a program to list its
    // refs once more.
    'core.alternateRefsCommand=true',
  ]
}

const PROTOCOL = /^[a-z0-9=:.-]{1,64}$/

/** The environment for a `Git-Protocol` header; an unusual one is ignored. */
export function protocolEnv(protocol: string | undefined): Record<string, string> {
  return protocol !== undefined && PROTOCOL.test(protocol) ? { GIT_PROTOCOL: protocol } : {}
}

/** Arguments of a service for strict checks. */
export function strictness(service: GitService): string[] {
  return service === 'upload-pack' ? ['--strict'] : []
}
