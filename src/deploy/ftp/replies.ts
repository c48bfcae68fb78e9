/** Converts replies of FTP servers and errors of basic-ftp into DeployErrors. */

import { FTPError } from 'basic-ftp'
import { asDeployError, codeOf, DeployError } from '../network/deploy-error.js'

/** 550 and, at some servers, 450: no such file (or no right to see it). */
export function isMissing(code: number): boolean {
  return code === 550 || code === 450
}

/** Converts any error of basic-ftp. Without a reply of the server, it is a broken connection. */
export function ftpFailure(error: unknown): DeployError {
  if (error instanceof FTPError) return replyFailure(error)
  if (error instanceof DeployError) return error
  const code = codeOf(error)
  if (code !== '' && code !== '0') return asDeployError(error)
  const text = error instanceof Error ? error.message : String(error)
  return new DeployError('unreachable', `the connection broke (${text})`, { transient: true })
}

/** Converts an error reply. @see RFC 959 §4.2, RFC 4217 §10 for the codes */
export function replyFailure({ code, message }: Pick<FTPError, 'code' | 'message'>): DeployError {
  if (code === 530 || code === 332 || code === 430) {
    return new DeployError('login_refused', `the user name or password was refused (${message})`)
  }
  if (code === 452 || code === 552) {
    return new DeployError('remote_full', `the server has no room left (${message})`)
  }
  if (code === 421 || code === 425 || code === 426 || code === 450 || code === 451) {
    return new DeployError('remote_error', `the server answered ${message}`, { transient: true })
  }
  if (code === 534 || code === 521 || code === 522) {
    return new DeployError(
      'bad_options',
      `the server wants another protocol: try ftps or sftp (${message})`,
    )
  }
  if (code === 550 || code === 553) {
    return new DeployError('forbidden', `the server answered ${message}`)
  }
  return new DeployError('remote_error', `the server answered ${message}`)
}
