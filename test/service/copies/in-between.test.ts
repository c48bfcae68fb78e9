import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolders } from '../../../src/service/branch/folders.js'
import { createCopies, type Copies } from '../../../src/service/copies/copies.js'
import type { CopyStore } from '../../../src/service/copies/copy-store.js'
import { listPoints } from '../../../src/service/copies/restoring-copy.js'
import { hasChanged, openState, runRound } from '../../../src/service/copies/round.js'
import { openRecordsFile, type RecordsFile } from '../../../src/store/database.js'
import { copiedSite } from './copied-site.js'

describe('copies while something else happens', () => {
  const { data, keyFile, signal, ids, on, git, edit, makeStore, visit, restore, expectRestored } =
    copiedSite()

  const folders = dataFolders(data)

  /** What rounds need, so late that no change can have the same times. */
  async function withNeeds<T>(
    work: (needs: Parameters<typeof runRound>[0], file: RecordsFile) => Promise<T>,
  ): Promise<T> {
    const file = openRecordsFile(folders.records, () => randomBytes(12).toString('hex'))
    const now = () => Date.now() + 60_000
    try {
      return await work({ store: file, folders, data, version: '0.0.0', now, signal }, file)
    } finally {
      file.close()
    }
  }

  it('write a point that failed as soon as they can, even if nothing changes any more', async () => {
    const address = makeStore()
    await visit(address, (store) =>
      withNeeds(async (needs) => {
        const state = await openState(store)
        await runRound(needs, store, state)
        edit('in a point that failed')
        const failing: CopyStore = {
          ...store,
          write: (name, bytes) =>
            name.startsWith('points/')
              ? Promise.reject(new Error('gone'))
              : store.write(name, bytes),
        }
        const error: unknown = await runRound(needs, failing, state).catch(
          (reason: unknown) => reason,
        )
        expect(String(error)).to.equal('Error: gone')
        expect(await hasChanged(needs, state)).to.equal(true)
        await runRound(needs, store, state)
        expect(await listPoints(store)).to.have.length(2)
        expect(await hasChanged(needs, state)).to.equal(false)
      }),
    )
    const { where, err } = await restore(address)
    expect(err).to.equal('')
    await expectRestored(where, 'in a point that failed')
  })

  /** A round in which something happens as soon as the records are copied. */
  const roundWith = (address: string, happen: (file: RecordsFile) => Promise<void>) =>
    visit(address, (store) =>
      withNeeds(async (needs, file) => {
        const backup = async (to: string) => {
          const aside = path.join(data, '..', 'records')
          await file.backup(aside)
          await happen(file)
          // Commands empty the folder that it is in.
          mkdirSync(path.dirname(to), { recursive: true })
          renameSync(aside, to)
        }
        const failed = await runRound(
          { ...needs, store: { records: file.records, backup } },
          store,
          await openState(store),
        )
        expect(failed).to.deep.equal([])
      }),
    )

  it('leave out a site that was made after the records were copied, and one that was deleted', async () => {
    const address = makeStore()
    await on(data, 'site', 'create', '--title', 'T', '--domain', 'goes.test')
    await roundWith(address, async () => {
      await on(data, 'site', 'create', '--title', 'T', '--domain', 'comes.test')
      await on(data, 'site', 'delete', 'goes.test')
    })
    const { where, out, err } = await restore(address)
    expect(err).to.match(/^galley: goes\.test was being deleted when .*, and is left out\.\n$/)
    expect(out).to.match(/^Restored 1 site into/)
    await expectRestored(where, 'in a point that failed')
  })

  it('can be restored if the commit of a release has gone that is not live', async () => {
    const address = makeStore()
    edit('built, and then gone')
    const commit = git(data, 'rev-parse', 'main')
    await withNeeds(async (_, { records }) => {
      const [live] = records.releases.list(ids.site, 'live')
      if (live === undefined) throw new Error('nothing is live')
      records.releases.create({ ...live, id: 'of-a-set', kind: 'preview', commit })
    })
    await roundWith(address, async ({ records }) => {
      records.releases.delete('of-a-set')
      git(data, 'update-ref', 'refs/heads/main', 'main^')
    })
    const { where, err } = await restore(address)
    expect(err).to.equal('')
    await expectRestored(where, 'in a point that failed')
  })

  it('have a site as it was if it cannot be copied, and all others as they are', async () => {
    const address = makeStore()
    const made = await on(data, 'site', 'create', '--title', 'T', '--domain', 'broken.test')
    const broken = made.out.trim()
    const ref = path.join(folders.site(broken).repository, 'refs', 'heads', 'nowhere')
    await visit(address, (store) =>
      withNeeds(async (needs) => {
        const state = await openState(store)
        await runRound(needs, store, state)
        writeFileSync(ref, `${'1'.repeat(40)}\n`)
        edit('beside a broken one')
        const [failed, ...more] = await runRound(needs, store, state)
        expect(more).to.deep.equal([])
        expect(failed?.siteId).to.equal(broken)
        expect(String(failed?.error)).to.match(
          /refs\/heads\/nowhere names 1{40}, which is not there/,
        )
        expect(await hasChanged(needs, state)).to.equal(true)
      }),
    )
    const { where, out, err } = await restore(address)
    expect(err).to.equal('')
    expect(out).to.match(/^Restored \d sites into/)
    await expectRestored(where, 'beside a broken one')
    rmSync(ref)
  })

  describe('by a running server', () => {
    const running: Copies[] = []

    afterEach(async () => {
      for (const copies of running.splice(0)) await copies.stop()
    })

    function start(needs: Parameters<typeof runRound>[0], to: string): Copies {
      const rule = { allDays: 1, dailyDays: 30 }
      const settings = () => ({ to, keyFile, everyMs: 20, rule })
      const copies = createCopies({ ...needs, settings, warn: () => undefined })
      running.push(copies)
      copies.start()
      return copies
    }

    it('are cleaned when rounds fail, too: a full store has room again', async () => {
      const to = makeStore()
      const left = path.join(to, 'pieces', 'aa', 'a'.repeat(32))
      mkdirSync(path.dirname(left), { recursive: true })
      writeFileSync(left, 'of a round that failed')
      await withNeeds(async (needs) => {
        let hours = 0
        const now = () => (hours += 1) * 60 * 60_000
        const backup = () => Promise.reject(new Error('no room'))
        const copies = start({ ...needs, now, store: { ...needs.store, backup } }, to)
        while (existsSync(left)) await sleep(20)
        expect(copies.status()).to.deep.equal({ coveredAt: null, error: 'no room.' })
        await copies.stop()
      })
    })

    it('are whole on another disk in the place of the store, and when the first is there again', async () => {
      const to = makeStore()
      await withNeeds(async (needs) => {
        const copies = start(needs, to)
        const covered = async () => {
          const since = needs.now()
          while ((copies.status().coveredAt ?? 0) <= since) await sleep(20)
        }
        await covered()
        renameSync(to, `${to}-away`)
        mkdirSync(to)
        edit('on another disk')
        await covered()
        const other = await restore(to)
        expect(other.err).to.equal('')
        await expectRestored(other.where, 'on another disk')
        rmSync(to, { recursive: true })
        renameSync(`${to}-away`, to)
        edit('on the first one')
        await covered()
        await copies.stop()
      })
      const { where, err } = await restore(to)
      expect(err).to.equal('')
      await expectRestored(where, 'on the first one')
    })
  })
})
