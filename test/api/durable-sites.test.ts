import { readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'chai'
import { useApi } from './server.js'

/** Paths that are made durable while `work` runs, by this process. */
async function syncedDuring(work: () => Promise<unknown>): Promise<Set<string>> {
  const handle = await open('/dev/null', 'r')
  const prototype: { sync: () => Promise<void> } = Object.getPrototypeOf(handle)
  await handle.close()
  const before = prototype.sync
  const synced = new Set<string>()
  prototype.sync = function (this: { fd: number }) {
    synced.add(readlinkSync(`/proc/self/fd/${this.fd}`))
    return before.call(this)
  }
  try {
    await work()
  } finally {
    prototype.sync = before
  }
  return synced
}

describe('A site that was answered with 201', function () {
  const api = useApi()

  before('open folders can be named', function () {
    if (process.platform !== 'linux') this.skip()
  })

  it('survives a power cut, with its folder, its repository and its branch', async () => {
    let id = ''
    const synced = await syncedDuring(async () => (id = (await api.site()).id))
    const { data } = api.config
    // The site is built aside and renamed, so what lies in its folder was synced under its first name.
    expect([...synced]).to.include.members([
      path.join(data, 'sites'),
      path.join(data, 'tmp', id),
      path.join(data, 'tmp', id, 'repository.git', 'refs', 'heads'),
    ])
  })
})
