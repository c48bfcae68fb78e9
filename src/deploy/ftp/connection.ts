/** One control connection to an FTP server: opened with or without TLS, logged in, opened again when it was closed. */

import { isIP } from 'node:net'
import type { LookupAddress } from 'node:dns'
import type { ConnectionOptions } from 'node:tls'
import type { Writable } from 'node:stream'
import { Client, FTPError, type TransferStrategy } from 'basic-ftp'
import { downloadTo } from 'basic-ftp/dist/transfer.js'
import { DeployError } from '../network/deploy-error.js'
import { ftpFailure } from './replies.js'
import { guardedLookup, type Outgoing, resolveAllowed } from '../network/outgoing.js'
import { limitReplies } from './reply-limits.js'

/** Where and as whom to log in. */
export interface FtpAccount {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  /** Folder of the site: absolute, or below the folder that the login enters. */
  readonly path: string
  /** `explicit`: AUTH TLS on the plain port; `implicit`: TLS from the first byte. */
  readonly security: 'none' | 'explicit' | 'implicit'
}

/** How long a login may take, in silences after which a connection is given up: it has about ten replies. */
const LOGIN_SILENCES = 4

/**
 * A client that can log in again. Data connections go to the host of the control connection only:
 * EPSV names none, and a PASV reply that names another is refused.
 */
export class FtpClient extends Client {
  constructor(
    private readonly account: FtpAccount,
    private readonly outgoing: Outgoing,
  ) {
    super(outgoing.timeout, { allowSeparateTransferHost: false })
    limitReplies(this.ftp)
    this.prepareTransfer = refuseOtherHosts(this.prepareTransfer)
  }

  /** Opens the control connection, anew if it was closed, and logs in. */
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

  /** The library waits without end for the handshake of a server that has agreed to TLS and says no more. */
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
   * Sends the listing of a folder to a sink as it comes: the library's `list` parses all of it at once. The server is asked by one
   * command after another until it knows one; each has a sink of its own.
   *
   * @throws FTPError, or what the sink fails with; the connection is closed then, since replies may follow
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

  private tlsOptions(address: LookupAddress | undefined): ConnectionOptions {
    const { account, outgoing } = this
    return {
      host: account.host,
      servername: isIP(account.host) === 0 ? account.host : '',
      // Implicit TLS connects by these options, which name the host and not the address.
      lookup: guardedLookup({ ...outgoing, resolve: async () => (address ? [address] : []) }),
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
