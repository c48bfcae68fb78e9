import { expect } from 'chai'
import { FtpClient } from '../../../src/deploy/ftp/connection.js'
import { FtpPool } from '../../../src/deploy/ftp/pool.js'
import { localOutgoing } from '../settings.js'

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

/** Lets everything happen that waits for nothing else. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

describe('FtpPool', () => {
  it('continues with its connections if the server refuses another one', async () => {
    let opened = 0
    let refuse = (_error: Error): void => undefined
    const refused = new Promise<never>((_resolve, reject) => {
      refuse = reject
    })
    const pool = new FtpPool(async () => {
      opened += 1
      return opened === 1 ? new IdleClient() : refused
    }, 4)
    const task = gate()
    const first = pool.use(() => task.opened)
    await turn()
    const second = pool.use(async () => 'done')
    await turn()
    task.open()
    await first
    // The first connection is idle by now, and nobody will give one back any more.
    refuse(new Error('421 too many connections'))
    expect(await second).to.equal('done')
    expect(opened).to.equal(2)
  })

  it('opens a new connection if the server refuses another one and closes the first', async () => {
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
    const task = gate()
    const first = pool.use(() => task.opened)
    await turn()
    const second = pool.use(async () => 'done')
    await turn()
    task.open()
    await first
    clients[0]?.close()
    refuse(new Error('421 too many connections'))
    expect(await second).to.equal('done')
    expect(clients).to.have.length(2)
  })
})
