import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { FtpClient } from '../../src/deploy/ftp-connection.js'
import { FtpPool } from '../../src/deploy/ftp-pool.js'
import { localOutgoing } from './settings.js'

/** A client that was never connected: the pool asks only whether it is closed. */
class IdleClient extends FtpClient {
  constructor(private isClosed = false) {
    super(
      { host: '', port: 1, username: '', password: '', path: '', security: 'none' },
      localOutgoing,
    )
  }

  override get closed(): boolean {
    return this.isClosed
  }

  override close(): void {
    this.isClosed = true
  }
}

describe('FtpPool', () => {
  it('goes on with the connections that it has when the server refuses one more', async () => {
    let opened = 0
    let refuse = (_error: Error): void => undefined
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject
    })
    const pool = new FtpPool(async () => {
      opened += 1
      return opened === 1 ? new IdleClient() : refused
    }, 4)
    const first = pool.use(() => sleep(20))
    await sleep(1)
    const second = pool.use(async () => 'done')
    await first
    // The first connection is idle by now, and nobody will give one back any more.
    refuse(new Error('421 too many connections'))
    expect(await Promise.race([second, sleep(1000, 'waits')])).to.equal('done')
    expect(opened).to.equal(2)
  })

  it('opens another connection when the server refuses one more and ends the first', async () => {
    const clients: FtpClient[] = []
    let refuse = (_error: Error): void => undefined
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject
    })
    let attempts = 0
    const pool = new FtpPool(async () => {
      attempts += 1
      if (attempts === 2) return refused
      const client = new IdleClient()
      clients.push(client)
      return client
    }, 4)
    const first = pool.use(() => sleep(20))
    await sleep(1)
    const second = pool.use(async () => 'done')
    await first
    clients[0]?.close()
    refuse(new Error('421 too many connections'))
    expect(await Promise.race([second, sleep(1000, 'waits')])).to.equal('done')
    expect(clients).to.have.length(2)
  })
})
