/** One control connection to an FTP server: opens it with or without TLS, logs in, and reopens it. */

import { isIP } from 'node:net'
import type { LookupAddress } from 'node:dns'
import type { Socket } from 'node:net'
import { type ConnectionOptions, TLSSocket } from 'node:tls'
import type { Writable } from 'node:stream'
import { Client, FTPError, type FTPResponse, type TransferStrategy } from 'basic-ftp'
import { downloadTo } from 'basic-ftp/dist/transfer.js'
import { DeployError } from '../network/deploy-error.js'
import { ftpFailure } from './replies.js'
import { guardedLookup, type Outgoing, resolveAllowed } from '../network/outgoing.js'
import { limitReplies } from './reply-limits.js'

/** The server, and how to log in. */
export interface FtpAccount {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** Folder of the site: absolute, or relative to the folder after login. */
  readonly path: string
  /** `explicit`: AUTH TLS on the plain port; `implicit`: TLS from the first byte. */
  readonly security: 'none' | 'explicit' | 'implicit'
  /** SHA-256 fingerprint in hexadecimal of the only certificate that is accepted; empty for any that is valid. */
  readonly certificate?: string
}

/** Time limit of a login, as a multiple of the timeout for one reply. A login has about ten replies. */
const LOGIN_SILENCES = 4

/**
 * A client that can log in again. Data connections go only to the host of the control connection: EPSV names no host,
 * and a PASV reply with another host is refused.
 */
export class FtpClient extends Client {
  /** True after SIZE has succeeded once. */
  tellsSizes = false

  constructor(
    private readonly account: FtpAccount,
    private readonly outgoing: Outgoing,
  ) {
    super(outgoing.timeout, { allowSeparateTransferHost: false })
    limitReplies(this.ftp)
    this.prepareTransfer = this.checkingData(refuseOtherHosts(this.prepareTransfer))
  }

  /** Opens the control connection, or reopens it, and logs in. */
  async logIn(): Promise<void> {
    const { host, port, username, password, security } = this.account
    const [first] = await resolveAllowed(this.outgoing, host)
    await this.beforeLate(
      this.access({
        host: first?.address ?? host,
        port,
        user: username,
        password,
        secure: security === 'implicit' ? 'implicit' : security === 'explicit',
        secureOptions: this.tlsOptions(first),
      }),
    )
  }

  /** Limits the time of a login: basic-ftp waits for ever if a server agrees to TLS and then sends nothing. */
  private async beforeLate(login: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        reject(
          new DeployError('timed_out', 'the server did not complete the login in time', {
            transient: true,
          }),
        )
      }, LOGIN_SILENCES * this.outgoing.timeout)
    })
    try {
      await Promise.race([login, late])
    } catch (error) {
      this.close()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Streams the listing of a folder to a sink; basic-ftp's own `list` parses it all at once. Tries the listing
   * commands one after another until the server knows one, each with a new sink.
   *
   * @throws FTPError, or the error of the sink; the connection is closed then, because replies may follow
   */
  async listTo(folder: string, sink: () => Writable): Promise<void> {
    const { ftp, _progressTracker: tracker } = this
    const path = await this.protectWhitespace(folder)
    let refusal: FTPError | null = null
    for (const command of this.availableListCommands) {
      await this.prepareTransfer(ftp)
      try {
        const config = { ftp, tracker, remotePath: '', type: 'list' } as const
        await downloadTo(sink(), { ...config, command: `${command} ${path}` })
        this.availableListCommands = [command]
        return
      } catch (error) {
        if (!(error instanceof FTPError)) {
          this.close()
          throw error
        }
        refusal = error
      }
    }
    if (refusal !== null) throw refusal
  }

  /** Says nothing of the account to a server with another certificate than the pinned one. */
  override async login(user?: string, password?: string): Promise<FTPResponse> {
    const { certificate = '' } = this.account
    if (certificate !== '') checkCertificate(this.ftp.socket, certificate)
    return super.login(user, password)
  }

  /** Data connections are checked as soon as they are encrypted, before anything is sent. */
  private checkingData(prepare: TransferStrategy): TransferStrategy {
    return async (ftp) => {
      const reply = await prepare(ftp)
      const { certificate = '' } = this.account
      const socket = ftp.dataSocket
      if (certificate === '' || socket === undefined) return reply
      socket.prependOnceListener('secureConnect', () => {
        try {
          // A resumed session proves that it is the same server.
          const isResumed = socket instanceof TLSSocket && socket.isSessionReused()
          if (!isResumed) checkCertificate(socket, certificate)
        } catch (error) {
          socket.destroy(error instanceof Error ? error : undefined)
        }
      })
      return reply
    }
  }

  private tlsOptions(address: LookupAddress | undefined): ConnectionOptions {
    const { account, outgoing } = this
    return {
      host: account.host,
      servername: isIP(account.host) === 0 ? account.host : '',
      // Implicit TLS connects with these options. They contain the host name, not the checked address.
      lookup: guardedLookup({ ...outgoing, resolve: async () => (address ? [address] : []) }),
      // Then the fingerprint decides.
      rejectUnauthorized: !account.certificate,
      ...(outgoing.ca === undefined ? {} : { ca: outgoing.ca }),
    }
  }
}

/** Logs in; the signal closes the connection whenever it is aborted. */
export async function connectFtp(
  account: FtpAccount,
  outgoing: Outgoing,
  signal: AbortSignal,
): Promise<FtpClient> {
  if (/[\r\n\0]/.test(account.username + account.password + account.path)) {
    throw new DeployError(
      'bad_options',
      'the user name, the password or the path contains a line break',
    )
  }
  const client = new FtpClient(account, outgoing)
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    await client.logIn()
    return client
  } catch (error) {
    client.close()
    signal.removeEventListener('abort', close)
    throw ftpFailure(error)
  }
}

/** @throws DeployError `certificate_refused` */
function checkCertificate(socket: Socket, pinned: string): void {
  const found =
    socket instanceof TLSSocket ? socket.getPeerX509Certificate()?.fingerprint256 : undefined
  if (found !== undefined && hexOf(found) === hexOf(pinned)) return
  throw new DeployError(
    'certificate_refused',
    `the certificate of the server has the SHA-256 fingerprint ${found ?? '(none)'} and not the pinned one; if the ` +
      'server really has a new certificate, set certificate to that',
  )
}

function hexOf(fingerprint: string): string {
  return fingerprint
    .replace(/^SHA256:/i, '')
    .replaceAll(':', '')
    .toUpperCase()
}

function refuseOtherHosts(prepare: TransferStrategy): TransferStrategy {
  return async (ftp) => {
    try {
      return await prepare(ftp)
    } catch (error) {
      const failure = ftpFailure(error)
      if (failure.code !== 'unreachable' || ftp.closed) throw error
      throw new DeployError(
        'bad_remote',
        'the data connection (passive mode) cannot be opened at the host of the login',
        { transient: true },
      )
    }
  }
}
