import { expect } from 'chai'
import { randomBytes } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pointPath } from '../../../src/service/copies/point.js'
import { copiedSite } from './copied-site.js'

describe('copies that are damaged or out of reach', () => {
  const {
    folder,
    data,
    keyFile,
    clock,
    on,
    git,
    edit,
    makeStore,
    round,
    restore,
    placeOf,
    piecesIn,
  } = copiedSite()

  describe('a check', () => {
    const check = (store: string, ...more: string[]) =>
      on(data, 'copies', 'check', ...placeOf(store), ...more)

    it('finds that all is well, by restoring for a try', async () => {
      const store = makeStore()
      await round(store)
      edit('checked')
      await round(store)
      const before = readdirSync(tmpdir()).filter((name) => name.startsWith('galley-copy-'))
      const { code, out } = await check(store, '--all')
      expect(out).to.match(/^All is well: 2 copies in \d+ pieces/)
      expect(code).to.equal(0)
      const left = readdirSync(tmpdir()).filter((name) => name.startsWith('galley-copy-'))
      expect(left).to.deep.equal(before)
    })

    const harms: readonly [string, (pieces: string[]) => void, RegExp][] = [
      ['missing', ([piece = '']) => rmSync(piece), /pieces\/\S+ is missing\.$/m],
      [
        'damaged',
        ([piece = '']) => {
          const bytes = readFileSync(piece)
          bytes[40] = (bytes[40] ?? 0) ^ 1
          writeFileSync(piece, bytes)
        },
        /pieces\/\S+ is damaged, or was encrypted with another key/,
      ],
      [
        'cut off',
        ([piece = '']) => writeFileSync(piece, readFileSync(piece).subarray(0, 20)),
        /pieces\/\S+ is damaged/,
      ],
      [
        'in the place of another',
        ([one = '', other = '']) => copyFileSync(one, other),
        /pieces\/\S+ is damaged/,
      ],
    ]
    for (const [what, harm, message] of harms) {
      it(`finds a piece that is ${what}, and nothing is restored`, async () => {
        const store = makeStore()
        await round(store)
        edit(`with a piece ${what}`)
        await round(store)
        harm(piecesIn(store))
        const { code, out } = await check(store)
        expect(code).to.equal(1)
        expect(out).to.match(message)
        const { where, err } = await restore(store)
        expect(err).to.match(
          /^galley: The copy of 2026-05-\S+ can't be restored: .*Try an older one/,
        )
        expect(readdirSync(where)).to.deep.equal([])
      })
    }

    it('finds a point that is damaged', async () => {
      const store = makeStore()
      await round(store)
      writeFileSync(path.join(store, pointPath(clock.now)), 'x')
      expect((await check(store)).out).to.match(/points\/\S+ is damaged/)
    })
  })

  it('are refused with another key, without one, and where there is no folder', async () => {
    const store = makeStore()
    await round(store)
    const other = path.join(folder, 'other-key')
    writeFileSync(other, randomBytes(32).toString('hex'))
    const list = (to: string, key: string) =>
      on(data, 'copies', 'list', '--copies-to', to, '--copies-key-file', key)
    const refusals: [string, string, RegExp][] = [
      [store, other, /^galley: The copies at \S+ were encrypted with another key/],
      [store, path.join(folder, 'none'), /cannot be read: check --copies-key-file/],
      [store, path.join(data, 'galley.yml'), /holds no key/],
      [path.join(folder, 'nowhere'), keyFile, /^galley: Could not .*there is no folder .*nowhere/],
      ['sftp://a:b@127.0.0.1/x', keyFile, /host_key is required/],
      ['s3://a:b@127.0.0.1:1/bucket', keyFile, /region is required/],
    ]
    for (const [to, key, message] of refusals) {
      const { code, out, err } = await list(to, key)
      expect({ code, out }).to.deep.equal({ code: 1, out: '' })
      expect(err).to.match(message)
    }
    const none = await on(data, 'copies', 'list')
    expect(none.err).to.include('There are no copies: --copies-to')
  })

  it('go on when a lost store is there again', async () => {
    const store = makeStore()
    await round(store)
    edit('while it was lost')
    renameSync(store, `${store}-lost`)
    const error: unknown = await round(store).catch((reason: unknown) => reason)
    expect(String(error)).to.match(/Could not connect to .*: there is no folder .*mount its disk\./)
    renameSync(`${store}-lost`, store)
    await round(store)
    expect(git((await restore(store)).where, 'cat-file', 'blob', 'main:extra.txt')).to.equal(
      'while it was lost',
    )
  })

  it('are found by galley doctor if they cannot be read', async () => {
    const store = makeStore()
    const settings = path.join(data, 'galley.yml')
    const before = readFileSync(settings)
    writeFileSync(settings, `copies_to: ${store}\ncopies_key_file: ${keyFile}\n`)
    try {
      const none = await on(data, 'doctor')
      expect(none.out).to.match(/The copies can't be read: .* has no copy of then: there is none\./)
      expect(none.code).to.equal(1)
      await round(store)
      expect((await on(data, 'doctor')).out).to.not.include('copies')
      rmSync(store, { recursive: true })
      expect((await on(data, 'doctor')).out).to.match(/The copies can't be read: .*no folder/)
    } finally {
      writeFileSync(settings, before)
    }
  })
})
