/** The settings of git's serving programs, and their environment. Nothing of a repository's beats them. */

/** The two halves of the protocol: reading (clone, fetch) and writing (push). */
export type GitService = 'upload-pack' | 'receive-pack'

/** Most bytes of a push, if nobody says otherwise. */
export const PUSH_MAX = 500 * 1024 * 1024

/** What the server remembers of remotes is not for clones. */
const HIDDEN = 'refs/galley'

/** Whether clients are told nothing of a ref. */
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
    'receive.advertisePushOptions=false',
    'receive.denyCurrentBranch=ignore',
    // Main alone is protected, and by our check: other branches may be forced and removed.
    'receive.denyNonFastForwards=false',
    'receive.denyDeletes=false',
    // To a push in quarantine, the repository itself is an alternate: its refs, which git has read
    // already, would be listed once more by a program.
    'core.alternateRefsCommand=true',
  ]
}

const PROTOCOL = /^[a-z0-9=:.-]{1,64}$/

/** The environment for a `Git-Protocol` header; one that looks strange is none. */
export function protocolEnv(protocol: string | undefined): Record<string, string> {
  return protocol !== undefined && PROTOCOL.test(protocol) ? { GIT_PROTOCOL: protocol } : {}
}

/** Arguments of a service beside those that say how it talks. */
export function strictness(service: GitService): string[] {
  return service === 'upload-pack' ? ['--strict'] : []
}
