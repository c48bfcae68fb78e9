/** A pool of control connections for one FTP deployment. */

import { DeployError } from '../network/deploy-error.js'
import type { FtpClient } from './connection.js'
import { ftpFailure } from './replies.js'

/** Opens connections when they are needed. Each is used by one task at a time. */
export class FtpPool {
  readonly #all = new Set<FtpClient>()
  readonly #idle: FtpClient[] = []
  readonly #waiting: (() => void)[] = []
  #opening = 0
  #limit: number
  #isClosed = false

  /**
   * @param open connects and logs in
   * @param most most connections at a time; fewer if the server refuses more
   */
  constructor(
    private readonly open: () => Promise<FtpClient>,
    private readonly most: number,
  ) {
    this.#limit = most
  }

  /**
   * Runs a task with a connection of its own; waits if all are in use.
   *
   * @throws DeployError; a broken connection is replaced by the next task
   */
  async use<T>(task: (client: FtpClient) => Promise<T>): Promise<T> {
    const client = await this.#take()
    try {
      return await task(client)
    } catch (error) {
      throw ftpFailure(error)
    } finally {
      this.#giveBack(client)
    }
  }

  /** Ends all connections and tasks at once. */
  close(): void {
    this.#isClosed = true
    this.#all.forEach((client) => client.close())
    this.#waiting.splice(0).forEach((resolve) => resolve())
  }

  async #take(): Promise<FtpClient> {
    for (;;) {
      if (this.#isClosed) throw new DeployError('unreachable', 'the connection was closed')
      // While this connection failed to open, another may have become idle.
      const client = this.#takeIdle() ?? (await this.#openAnother()) ?? this.#takeIdle()
      if (client !== null) return client
      if (this.#all.size + this.#opening === 0) continue
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  #takeIdle(): FtpClient | null {
    for (let client = this.#idle.pop(); client !== undefined; client = this.#idle.pop()) {
      if (!client.closed) return client
      this.#all.delete(client)
    }
    return null
  }

  async #openAnother(): Promise<FtpClient | null> {
    if (this.#all.size + this.#opening >= this.#limit) return null
    this.#opening += 1
    try {
      const client = await this.open()
      this.#all.add(client)
      if (this.#isClosed) client.close()
      return client
    } catch (error) {
      // Servers limit the connections of a user and answer 421 or 530 to one more.
      if (this.#all.size === 0) throw error
      this.#limit = this.#all.size
      return null
    } finally {
      this.#opening -= 1
      // If this connection did not open, the waiting tasks must try themselves.
      this.#waiting.shift()?.()
    }
  }

  #giveBack(client: FtpClient): void {
    if (client.closed) this.#all.delete(client)
    else this.#idle.push(client)
    if (this.#all.size === 0) this.#limit = this.most
    this.#waiting.shift()?.()
  }
}
