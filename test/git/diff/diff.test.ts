import { expect } from 'chai'
import fc from 'fast-check'
import type { Change } from '../../../src/git/diff/diff.js'
import type { Repository } from '../../../src/git/repository.js'
import { commitTo, git, useRepositories } from '../fixture.js'

/** As lines `<old path>><new path>`, from our diff. */
function ours(changes: readonly Change[]): string[] {
  return changes.map(({ before, after }) => `${before?.path ?? ''}>${after?.path ?? ''}`).sort()
}

/** The same lines, from native git. */
async function natives(repository: Repository, from: string, to: string): Promise<string[]> {
  const output = await git(repository.gitDir, 'diff-tree', '-r', '-M', '-z', '--raw', from, to)
  const words = output.split('\0').filter((word) => word !== '')
  const lines: string[] = []
  while (words.length > 0) {
    const status = words.shift()?.split(' ').at(-1) ?? ''
    const path = words.shift() ?? ''
    if (status.startsWith('R')) lines.push(`${path}>${words.shift()}`)
    else if (status === 'A') lines.push(`>${path}`)
    else lines.push(status === 'D' ? `${path}>` : `${path}>${path}`)
  }
  return lines.sort()
}

const lines = (seed: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${seed} line ${n}: ${n * 7919}\n`).join('')

describe('diffCommits', () => {
  const bench = useRepositories()

  const cases: [string, Record<string, string>, Record<string, string | null>][] = [
    [
      'a changed, an added and a removed file',
      { a: '1\n', b: '2\n' },
      { a: '3\n', b: null, 'c/d': '4\n' },
    ],
    [
      'a file moved as it was',
      { 'a/x.md': lines('x', 9) },
      { 'a/x.md': null, 'b/x.md': lines('x', 9) },
    ],
    [
      'a moved file that was edited',
      { 'a/x.md': lines('x', 9) },
      { 'a/x.md': null, 'b/y.md': `${lines('x', 9)}end\n` },
    ],
    ['a file too different to be moved', { x: lines('x', 9) }, { x: null, y: lines('y', 9) }],
    [
      'two equal files moved crosswise',
      { 'a/1': lines('s', 5), 'b/2': lines('s', 5) },
      { 'a/1': null, 'b/2': null, 'c/2': lines('s', 5), 'd/1': lines('s', 5) },
    ],
    ['empty files', { a: '', b: '' }, { a: null, c: '' }],
    ['a file that becomes a folder', { a: lines('a', 9) }, { a: null, 'a/b': lines('a', 9) }],
    [
      'the same base name in another folder',
      { 'p/i.md': lines('i', 20), 'q/k.md': lines('i', 18) },
      { 'p/i.md': null, 'q/k.md': null, 'n/i.md': lines('i', 19), 'm/z.md': lines('i', 20) },
    ],
    ['binary content', { a: `\0${lines('b', 30)}` }, { a: null, b: `\0${lines('b', 28)}` }],
    [
      'carriage returns',
      { a: lines('c', 30).replaceAll('\n', '\r\n') },
      { a: null, b: lines('c', 29) },
    ],
  ]
  for (const [title, before, after] of cases) {
    it(`finds what native git finds: ${title}`, async () => {
      const repository = await bench.repository()
      const from = await commitTo(repository, before)
      const to = await commitTo(repository, after)
      const found = ours(await repository.diff(from, to))
      expect(found).to.deep.equal(await natives(repository, from, to))
    })
  }

  it('pairs the same renames as native git in trees made at random', async () => {
    const repository = await bench.repository()
    const name = fc.constantFrom(
      'a',
      'b',
      'c/a',
      'c/b',
      'd/a',
      'd/e/f',
      'g',
      'h/b',
      'i.md',
      'j/i.md',
    )
    const text = fc
      .tuple(fc.constantFrom('s', 't', 'u'), fc.integer({ min: 0, max: 12 }))
      .map(([seed, count]) => lines(seed, count))
    const files = fc.dictionary(name, text, { maxKeys: 7 })
    await fc.assert(
      fc.asyncProperty(files, files, async (before, after) => {
        const clear = async (keep: Record<string, string>): Promise<string> => {
          const old = await repository.snapshot(await repository.head()).entries()
          const gone = old.filter(({ path }) => !(path in keep)).map(({ path }) => [path, null])
          return commitTo(repository, { ...Object.fromEntries(gone), ...keep })
        }
        const [from, to] = [await clear(before), await clear(after)]
        expect(ours(await repository.diff(from, to))).to.deep.equal(
          await natives(repository, from, to),
        )
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  it('gives both sides of a change, and the old path of a rename', async () => {
    const repository = await bench.repository()
    const from = await commitTo(repository, { a: lines('a', 5) })
    const to = await commitTo(repository, { a: null, 'b/c': lines('a', 5) })
    const [change, ...others] = await repository.diff(from, to)
    expect(others).to.deep.equal([])
    expect(change).to.deep.include({ path: 'b/c', renamedFrom: 'a' })
    expect(change?.before).to.deep.equal({ ...change?.after, path: 'a' })
  })

  it('lists every file if there is no base, in byte order', async () => {
    const repository = await bench.repository()
    const to = await commitTo(repository, { b: '1', 'a/x': '2', 'a.b': '3', é: '4' })
    const paths = (await repository.diff(null, to)).map(({ path }) => path)
    expect(paths).to.deep.equal(['a.b', 'a/x', 'b', 'é'])
    expect((await repository.diff(to, null)).every(({ after }) => after === null)).to.equal(true)
  })

  it('finds the same without git', async () => {
    const repository = await bench.repository({ native: false })
    const from = await commitTo(repository, { 'a/x.md': lines('x', 9), k: 'k' })
    const to = await commitTo(repository, { 'a/x.md': null, 'b/y.md': `${lines('x', 9)}end\n` })
    expect(ours(await repository.diff(from, to))).to.deep.equal(['a/x.md>b/y.md'])
  })
})
