/**
 * Explains errors of jobs (hosting, sync, import), most of them of other servers, and what to do about them; the
 * server's message is shown as well.
 */

import type { Key } from './catalogue.js'

const KNOWN: readonly (readonly [RegExp, Key])[] = [
  [/no public repository/, 'remote.private'],
  [/no such repository|no git server/, 'remote.no-repository'],
  [/branch .* is gone/, 'remote.no-branch'],
  [/not one that this server may connect to/, 'remote.not-allowed'],
  [/host key/, 'remote.host-key'],
  [/(?:token|password|key|login)\b.* was refused/, 'remote.login'],
  [/does not allow this|forbidden|permission denied/i, 'remote.forbidden'],
  [/no such host|name server failed/, 'remote.no-host'],
  [/nothing answers|cannot be reached|closed by the other side/, 'remote.unreachable'],
  [/did not answer in time|No answer within/, 'remote.late'],
  [/secure connection/, 'remote.certificate'],
  [/may take .+ \(--site-bytes\)/, 'remote.site-full'],
]

/** The explanation of a message; undefined for an unknown one. */
export function remoteKey(message: string): Key | undefined {
  return KNOWN.find(([pattern]) => pattern.test(message))?.[1]
}
