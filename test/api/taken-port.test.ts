import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { lockData } from '../../src/store/data-lock.js'
import { startApi } from './server.js'

async function occupy(port = 0): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this form.
  const address = server.address() as AddressInfo
  return { server, port: address.port }
}

/** A port that no connection to elsewhere is given by the system meanwhile. */
async function quietPort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 10_000)
    const taken = await occupy(port).catch(() => null)
    if (!taken) continue
    taken.server.close()
    await once(taken.server, 'close')
    return port
  }
}

describe('A port that is in use', () => {
  it('ends the start, and frees the other port and the data folder', async () => {
    const sites = await occupy()
    const free = await quietPort()
    const settings = { port: String(free), sitesPort: String(sites.port) }
    const data = await mkdtemp(path.join(tmpdir(), 'galley-port-'))
    const failed = await startApi({ settings, data }).catch((error: unknown) => String(error))
    expect(failed).to.include('EADDRINUSE').and.include(String(sites.port))
    expect(failed).to.include('choose another port with --sites-port.')
    const again = await occupy(free)
    again.server.close()
    lockData(path.join(data, 'lock')).release()
    sites.server.close()
    await rm(data, { recursive: true, force: true })
  })
})
