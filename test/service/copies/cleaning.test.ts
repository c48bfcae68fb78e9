import { expect } from 'chai'
import { rmSync, writeFileSync } from 'node:fs'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type CopyStore } from '../../../src/service/copies/copy-store.js'
import { clean, type KeepingRule } from '../../../src/service/copies/keeping.js'
import { pointPath } from '../../../src/service/copies/point.js'
import { checkPieces, listPoints } from '../../../src/service/copies/restoring-copy.js'
import { openState } from '../../../src/service/copies/round.js'
import { copiedSite } from './copied-site.js'

describe('copies that are broken off, and cleaned', () => {
  const { clock, edit, makeStore, visit, roundOn, restore, expectRestored, piecesIn } = copiedSite()

  it('go on after an upload that was broken off, with no point of it', async () => {
    const address = makeStore()
    await visit(address, async (store) => {
      const state = await openState(store)
      for (const most of [0, 1]) {
        let left = most
        const breaking: CopyStore = {
          ...store,
          write: (...given) =>
            (left -= 1) < 0 ? Promise.reject(new Error('gone')) : store.write(...given),
        }
        edit(`broken off after ${most}`)
        const outcome = await roundOn(breaking, state).then(
          () => 'done',
          (error: unknown) => String(error),
        )
        expect(outcome).to.equal('Error: gone')
        expect(await listPoints(store)).to.deep.equal([])
      }
      await roundOn(store, state)
      expect(await listPoints(store)).to.have.length(1)
    })
    const { where, err } = await restore(address)
    expect(err).to.equal('')
    await expectRestored(where, 'broken off after 1')
  })

  describe('cleaning', () => {
    const rule: KeepingRule = { allDays: 1, dailyDays: 30 }
    const DAY_MS = 24 * 60 * 60_000

    const remembering = () => ({ unneeded: new Set<string>(), known: new Map() })

    it('removes what no kept point needs, at the second time, and harms no point', async () => {
      const address = makeStore()
      await visit(address, async (store) => {
        const state = await openState(store)
        // So many that their packs become one.
        for (let number = 0; number < 10; number += 1) {
          edit(`to be cleaned ${number}`)
          await roundOn(store, state)
        }
        const all = await listPoints(store)
        const early = { rule, now: clock.now, state, memory: remembering() }
        expect([await clean(store, early), await clean(store, early)]).to.deep.equal([true, true])
        expect(await listPoints(store)).to.deep.equal(all)
        expect((await checkPieces(store, all, () => undefined)).wrong).to.deep.equal([])
        const memory = remembering()
        const before = piecesIn(address).length
        const now = clock.now + 3 * DAY_MS
        const cleaning = { rule, now, state, memory }
        expect(await clean(store, cleaning)).to.equal(true)
        expect(await listPoints(store)).to.deep.equal([clock.now])
        expect(piecesIn(address)).to.have.length(before)
        expect(await clean(store, cleaning)).to.equal(true)
        expect(piecesIn(address).length).to.be.below(before)
        expect((await checkPieces(store, [clock.now], () => undefined)).wrong).to.deep.equal([])
        edit('after the cleaning')
        await roundOn(store, state)
        await clean(store, { ...cleaning, now: clock.now })
      })
      const { where, err } = await restore(address)
      expect(err).to.equal('')
      await expectRestored(where, 'after the cleaning')
    })

    it('can be broken off at every step and done again', async () => {
      const address = makeStore()
      await visit(address, async (store) => {
        const state = await openState(store)
        for (let number = 0; number < 4; number += 1) {
          edit(`to be broken off ${number}`)
          await roundOn(store, state)
        }
        const kept = clock.now
        const memory = remembering()
        for (let most = 0; ; most += 1) {
          let left = most
          const breaking: CopyStore = {
            ...store,
            remove: (name) =>
              (left -= 1) < 0 ? Promise.reject(new Error('gone')) : store.remove(name),
          }
          const cleaning = { rule, now: clock.now + 3 * DAY_MS, state, memory }
          const isOver = await clean(breaking, cleaning).catch(() => false)
          const times = await listPoints(store)
          expect(times).to.include(kept)
          const { wrong } = await checkPieces(store, times, () => undefined)
          expect(wrong).to.deep.equal([])
          if (isOver && times.length === 1 && left >= 0) break
        }
      })
    })

    it('removes nothing if a point cannot be read, or the newest has lost a piece', async () => {
      const address = makeStore()
      await visit(address, async (store) => {
        const state = await openState(store)
        await roundOn(store, state)
        const first = clock.now
        edit('a point that is lost')
        await roundOn(store, state)
        const point = path.join(address, pointPath(first))
        const bytes = readFileSync(point)
        writeFileSync(point, 'x')
        const before = piecesIn(address)
        const cleaning = { rule, now: clock.now, state, memory: remembering() }
        const error: unknown = await clean(store, cleaning).catch((reason: unknown) => reason)
        expect(String(error)).to.match(/points\/\S+ is damaged/)
        writeFileSync(point, bytes)
        const [lost = ''] = before
        rmSync(lost)
        expect(await clean(store, cleaning)).to.equal(false)
        expect(piecesIn(address)).to.deep.equal(before.slice(1))
      })
    })
  })
})
