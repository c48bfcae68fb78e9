import { expect } from 'chai'
import { checkPath, isConflictCopy } from '../../../src/content/paths.js'
import { copyName } from '../../../src/service/worktree/disk-merge.js'
import { createPathAllocator } from '../../../src/service/sync/names.js'

const MARK = 'conflict-1234567'
const OPTIONS = { mark: MARK, ignoresCase: true }

describe('createPathAllocator', () => {
  const cases: readonly {
    readonly title: string
    readonly taken: readonly string[]
    readonly path: string
    readonly placed: string
  }[] = [
    { title: 'a free path', taken: ['a.md'], path: 'b.md', placed: 'b.md' },
    { title: 'a path in a folder that is there', taken: ['d/a'], path: 'd/b', placed: 'd/b' },
    { title: 'a path that is taken', taken: ['a.md'], path: 'a.md', placed: `a.${MARK}.md` },
    { title: 'a name of the same letters', taken: ['A.md'], path: 'a.md', placed: `a.${MARK}.md` },
    { title: 'ß and ss', taken: ['Straße'], path: 'strasse', placed: `strasse.${MARK}` },
    { title: 'a file where a folder is', taken: ['d/a'], path: 'd', placed: `d.${MARK}` },
    { title: 'a folder where a file is', taken: ['d'], path: 'd/a/b', placed: `d.${MARK}/a/b` },
    { title: 'a folder of the same letters', taken: ['D/a'], path: 'd/b', placed: `d.${MARK}/b` },
    { title: 'a name that begins with a dot', taken: ['.x'], path: '.x', placed: `.x.${MARK}` },
    {
      title: 'a path whose marked name is taken too',
      taken: ['a.md', `a.${MARK}.md`],
      path: 'a.md',
      placed: `a.${MARK}-2.md`,
    },
    {
      title: 'two segments in the way',
      taken: ['D/x', `d.${MARK}/B/y`],
      path: 'd/b/z',
      placed: `d.${MARK}/b.${MARK}/z`,
    },
  ]
  for (const { title, taken, path, placed } of cases) {
    it(`places ${title}`, () => {
      expect(createPathAllocator(taken, OPTIONS).allocate(path)).to.equal(placed)
    })
  }

  for (const [taken, path] of [
    ['A.md', 'a.md'],
    ['Straße', 'strasse'],
    ['D/a', 'd/b'],
    ['D', 'd/a'],
  ] as const) {
    it(`leaves ${path} beside ${taken} where case counts`, () => {
      const names = createPathAllocator([taken], { mark: MARK, ignoresCase: false })
      expect(names.allocate(path)).to.equal(path)
      expect(names.allocate(path), 'but not twice').to.include(MARK)
    })
  }

  it('names a second version beside the first, also below a file in the way', () => {
    expect(createPathAllocator(['a.md'], OPTIONS).allocateBeside('b.tar.gz')).to.equal(
      `b.tar.${MARK}.gz`,
    )
    expect(createPathAllocator(['d'], OPTIONS).allocateBeside('d/a.md')).to.equal(
      `d.${MARK}/a.${MARK}.md`,
    )
  })

  it('keeps the files of a marked folder together', () => {
    const names = createPathAllocator(['d'], OPTIONS)
    expect(['d/a', 'd/b'].map((path) => names.allocate(path))).to.deep.equal([
      `d.${MARK}/a`,
      `d.${MARK}/b`,
    ])
  })

  it('stays within the limits of paths, and never returns a path twice', () => {
    const long = [
      'a'.repeat(255),
      `${'ä'.repeat(125)}.html`,
      `x.${'y'.repeat(250)}`,
      '😀'.repeat(63),
    ]
    const deep = `${'d/'.repeat(500)}${'e'.repeat(20)}`
    const names = createPathAllocator([], OPTIONS)
    const given: string[] = []
    for (const path of [...long, deep]) {
      for (let count = 0; count < 3; count++) given.push(names.allocateBeside(path))
    }
    expect(given.map(checkPath)).to.deep.equal(given.map(() => null))
    expect(new Set(given).size).to.equal(given.length)
  })
})

describe('isConflictCopy', () => {
  const paths = ['a', 'a.md', '.x', '_posts/2024-01-01-a.md', 'b.c/d.tar.gz', 'ä b/č']
  const longs = [`${'a'.repeat(251)}.md`, `x.${'y'.repeat(250)}`, `${'deep/'.repeat(202)}name.md`]
  for (const path of [...paths, ...longs]) {
    it(`recognizes conflict copies of ${path.slice(0, 40)}, and that it is none itself`, () => {
      expect(isConflictCopy(path)).to.equal(false)
      expect(isConflictCopy(createPathAllocator([path], OPTIONS).allocate(path))).to.equal(true)
      expect(isConflictCopy(createPathAllocator([], OPTIONS).allocateBeside(path))).to.equal(true)
      expect(isConflictCopy(copyName(path, 'a1b2c3d4'.repeat(5)))).to.equal(true)
    })
  }
})
