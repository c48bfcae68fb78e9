import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { cacheKey, DiskCache } from '../../../src/builder/cache/disk-cache.js'

const WHOLE = { isWhole: true }

describe('the cache of builds', () => {
  let root: string
  let folder: string

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'galley-cache-'))
    folder = join(root, 'cache')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  function remember(values: Readonly<Record<string, string>>): void {
    const cache = new DiskCache(folder)
    for (const [name, value] of Object.entries(values)) cache.put(cacheKey(name), value)
    cache.close(WHOLE)
  }

  function recall(name: string): string | null {
    const cache = new DiskCache(folder)
    const value = cache.get(cacheKey(name))
    cache.close({ isWhole: false })
    return value
  }

  function segments(): string[] {
    return existsSync(folder) ? readdirSync(folder) : []
  }

  it('returns the same bytes to the next build', () => {
    const text = 'ä 𝛼 "quoted"\r\n\0 and more'
    remember({ one: text, empty: '' })
    remember({ two: '2' })
    expect([recall('one'), recall('empty'), recall('two')]).to.deep.equal([text, '', '2'])
    expect(recall('three')).to.equal(null)
  })

  it('has different keys for different parts, even if their texts join to the same', () => {
    const keys = [cacheKey('ab', 'c'), cacheKey('a', 'bc'), cacheKey('abc'), cacheKey('abc', '')]
    expect(new Set(keys).size).to.equal(4)
  })

  it('writes no file if nothing is new', () => {
    remember({})
    expect(existsSync(folder)).to.equal(false)
  })

  it('is ignored if any byte has changed', () => {
    remember({ one: 'x'.repeat(50), two: 'y'.repeat(50) })
    const [name = ''] = segments()
    const whole = readFileSync(join(folder, name))
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 0xff
      writeFileSync(join(folder, name), bytes)
      expect(recall('one'), `byte ${at}`).to.be.oneOf(['x'.repeat(50), null])
      expect(recall('two'), `byte ${at}`).to.be.oneOf(['y'.repeat(50), null])
    }
  })

  it('is ignored if the file is truncated or of another kind', () => {
    remember({ one: '1' })
    const [name = ''] = segments()
    const whole = readFileSync(join(folder, name))
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(join(folder, name), whole.subarray(0, length))
      expect(recall('one'), `${length} bytes`).to.equal(null)
    }
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'no folder')
    remember({ one: '1' })
    expect(recall('one')).to.equal(null)
    expect(readFileSync(folder, 'utf8')).to.equal('no folder')
  })

  it('keeps the entries of simultaneous builds', () => {
    const [first, second] = [new DiskCache(folder), new DiskCache(folder)]
    first.put(cacheKey('one'), '1')
    second.put(cacheKey('two'), '2')
    second.close(WHOLE)
    first.close(WHOLE)
    expect([recall('one'), recall('two')]).to.deep.equal(['1', '2'])
  })

  it('joins many files into one, with all used entries', () => {
    for (let i = 0; i < 7; i++) remember({ [`n${i}`]: String(i) })
    const cache = new DiskCache(folder, { maxSegments: 3 })
    expect(cache.get(cacheKey('n3'))).to.equal('3')
    cache.put(cacheKey('new'), 'new')
    cache.close(WHOLE)
    expect(segments()).to.have.length(1)
    expect(['n0', 'n3', 'n6', 'new'].map(recall)).to.deep.equal(['0', '3', '6', 'new'])
  })

  it('drops unused entries if it grows too large', () => {
    for (let i = 0; i < 5; i++) remember({ [`old${i}`]: 'o'.repeat(10_000) })
    remember({ used: 'u'.repeat(10_000) })
    const cache = new DiskCache(folder, { unusedBytes: 15_000 })
    cache.get(cacheKey('used'))
    cache.close(WHOLE)
    const bytes = segments().reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(bytes).to.be.lessThan(35_000)
    expect(recall('used')).to.equal('u'.repeat(10_000))
  })

  it('drops nothing after an incomplete build', () => {
    for (let i = 0; i < 5; i++) remember({ [`n${i}`]: String(i) })
    new DiskCache(folder, { maxSegments: 2, unusedBytes: 0 }).close({ isWhole: false })
    expect(segments()).to.have.length(5)
  })

  it('removes files of killed builds, but not those being written', () => {
    remember({ one: '1' })
    const [old, young] = [join(folder, 'old.cache.tmp'), join(folder, 'young.cache.tmp')]
    for (const path of [old, young]) writeFileSync(path, 'half')
    utimesSync(old, 1_000_000, 1_000_000)
    remember({ two: '2' })
    const cache = new DiskCache(folder, { maxSegments: 1 })
    cache.close(WHOLE)
    expect([existsSync(old), existsSync(young)]).to.deep.equal([false, true])
    expect(recall('one')).to.equal('1')
  })
})
