/** The one error class of `deploy/`: a code for programs, a message for people, and whether a retry may help. */

import { redact } from './remote-text.js'

/** Machine-readable codes. */
type DeployErrorCode =
  | 'bad_options'
  | 'bad_name'
  | 'address_refused'
  | 'host_not_found'
  | 'unreachable'
  | 'timed_out'
  | 'certificate_refused'
  | 'host_key_changed'
  | 'login_refused'
  | 'forbidden'
  | 'not_found'
  | 'remote_full'
  | 'corrupt'
  | 'bad_remote'
  | 'lost_race'
  | 'local_error'
  | 'remote_error'
  | 'cancelled'

interface DeployErrorOptions {
  /** True if a retry may succeed. */
  readonly transient?: boolean
}

/**
 * The one error class of this folder. Adapters throw it with a clause as message ("the password was refused"), or
 * throw the error of their library; `explain` makes a sentence of both. It has no `cause`, because errors of protocol
 * libraries may contain credentials.
 */
export class DeployError extends Error {
  override readonly name = 'DeployError'
  readonly transient: boolean

  constructor(
    readonly code: DeployErrorCode,
    message: string,
    options: DeployErrorOptions = {},
  ) {
    super(message)
    this.transient = options.transient ?? false
  }

  /**
   * Compares by name, so that an error is recognized even if this module was loaded twice, as test runners do with
   * adapters that are imported late.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    if (!(value instanceof Error) || value.name !== 'DeployError') return false
    return this === DeployError || Object.prototype.isPrototypeOf.call(this.prototype, value)
  }
}

interface SystemFailure {
  readonly code: DeployErrorCode
  readonly clause: string
  readonly transient: boolean
}

const lost: SystemFailure = {
  code: 'unreachable',
  clause: 'the connection was closed by the other side',
  transient: true,
}
const unreachable = (clause: string): SystemFailure => ({
  code: 'unreachable',
  clause,
  transient: true,
})
const timedOut: SystemFailure = {
  code: 'timed_out',
  clause: 'the server did not answer in time',
  transient: true,
}

/** Codes of Node's sockets and resolver. */
const systemFailures = new Map<string, SystemFailure>([
  ['ECONNREFUSED', unreachable('nothing answers at that port')],
  ['EHOSTUNREACH', unreachable('the host cannot be reached')],
  ['ENETUNREACH', unreachable('the host cannot be reached')],
  ['ECONNRESET', lost],
  ['ECONNABORTED', lost],
  ['EPIPE', lost],
  ['ERR_STREAM_PREMATURE_CLOSE', lost],
  ['ERR_STREAM_DESTROYED', lost],
  ['ETIMEDOUT', timedOut],
  ['ENOTFOUND', { code: 'host_not_found', clause: 'there is no such host', transient: false }],
  [
    'HPE_HEADER_OVERFLOW',
    {
      code: 'bad_remote',
      clause: 'the headers of its answer are longer than 16384 bytes',
      transient: false,
    },
  ],
  ['EAI_AGAIN', { code: 'host_not_found', clause: 'the name server failed', transient: true }],
])

const LOCAL_CODES = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'EIO', 'EMFILE', 'ENFILE'])

/** Error codes of OpenSSL and Node for certificates that they do not trust. */
const CERTIFICATE_CODE =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

/** The `code` of any error; empty if it has none. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}

/** Converts anything thrown to a DeployError whose message is a clause. */
export function asDeployError(error: unknown): DeployError {
  if (error instanceof DeployError) return error
  if (error instanceof AggregateError && error.errors.length > 0) {
    return asDeployError(error.errors[0])
  }
  const code = codeOf(error)
  const known = systemFailures.get(code)
  if (known !== undefined) {
    return new DeployError(known.code, known.clause, { transient: known.transient })
  }
  if (code === 'ABORT_ERR') return cancelled()
  if (code.startsWith('HPE_')) return new DeployError('bad_remote', 'its answer is not HTTP')
  const text = error instanceof Error ? error.message : String(error)
  if (CERTIFICATE_CODE.test(code)) {
    return new DeployError('certificate_refused', `the secure connection failed (${text})`)
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
    const clause = `the secure connection broke (${text})`
    return new DeployError('unreachable', clause, { transient: true })
  }
  if (LOCAL_CODES.has(code)) {
    return new DeployError('local_error', `a file of the release cannot be read (${code})`)
  }
  return new DeployError('remote_error', text)
}

/** The error for an aborted signal. */
export function cancelled(): DeployError {
  return new DeployError('cancelled', 'the deployment was cancelled')
}

/**
 * The error that people see: `Could not <doing>: <clause>.`, without control characters and with all secrets removed.
 */
export function explain(doing: string, error: unknown, secrets: readonly string[]): DeployError {
  const cause = asDeployError(error)
  if (cause.code === 'cancelled')
    return new DeployError('cancelled', 'The deployment was cancelled.')
  const clause = redact(cause.message, secrets).replace(/(?<!\.)\.+$/, '')
  const target = redact(doing, secrets)
  return new DeployError(cause.code, `Could not ${target}: ${clause}.`)
}
