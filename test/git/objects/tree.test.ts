import { expect } from 'chai'
import { foldPath } from '../../../src/content/paths.js'
import {
  compareTrees,
  findInTree,
  namesInTree,
  namesLikeIn,
  parseTree,
  spliceTree,
} from '../../../src/git/objects/tree.js'
import type { TreeEdit, TreeEntry, TreeMode } from '../../../src/git/objects/tree.js'
import { fc } from '../../random.js'
import { countBetweenTurns } from '../../turns.js'

type Files = Readonly<Record<string, { readonly mode: TreeMode; readonly oid: string }>>

/** Few letters, so that names are beginnings of others and fall beside the slash of folders. */
const name = fc.string({
  unit: fc.constantFrom('a', 'b', '-', '.', '0', 'é'),
  minLength: 1,
  maxLength: 3,
})
const oid = fc.constantFrom('00'.repeat(20), '2f'.repeat(20), 'ab'.repeat(20))
const mode = fc.constantFrom<TreeMode>('100644', '100755', '040000')
const files: fc.Arbitrary<Files> = fc.dictionary(name, fc.record({ mode, oid }), { maxKeys: 20 })

/** Made by hand: whole entries, sorted as git sorts them. */
function treeOf(content: Files): Buffer {
  const keyOf = ([key, entry]: [string, { mode: TreeMode }]) =>
    Buffer.from(entry.mode === '040000' ? `${key}/` : key)
  const sorted = Object.entries(content).sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
  return Buffer.concat(
    sorted.flatMap(([key, entry]) => [
      Buffer.from(`${entry.mode.replace(/^0/, '')} ${key}\0`),
      Buffer.from(entry.oid, 'hex'),
    ]),
  )
}

function filesNamed(names: readonly string[]): Files {
  return Object.fromEntries(
    names.map((one) => [one, { mode: '100644', oid: 'ab'.repeat(20) } as const]),
  )
}

const textOf = (entry: TreeEntry | null) => entry && `${entry.mode} ${entry.name} ${entry.oid}`

describe('trees as bytes', () => {
  it('are spliced to the tree of the edited files', async () => {
    const edits = fc.dictionary(name, fc.option(fc.record({ mode, oid })), { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(files, edits, async (before, changes) => {
        const after = Object.fromEntries(
          Object.entries({ ...before, ...changes }).flatMap(([key, entry]) =>
            entry ? [[key, entry]] : [],
          ),
        )
        const map = new Map<string, TreeEdit>(Object.entries(changes))
        const spliced = await spliceTree(treeOf(before), map)
        expect(spliced.equals(treeOf(after))).to.equal(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('differ where their entries differ', () => {
    fc.assert(
      fc.property(files, files, files, (shared, a, b) => {
        const [left, right] = [treeOf({ ...shared, ...a }), treeOf({ ...shared, ...b })]
        const rightTexts = new Set(parseTree(right).map(textOf))
        const leftTexts = new Set(parseTree(left).map(textOf))
        const found = compareTrees(left, right)
        const texts = (entries: (TreeEntry | null)[]) =>
          entries.flatMap((entry) => (entry ? [textOf(entry)] : []))
        expect(texts(found.map(({ before }) => before))).to.have.members(
          [...leftTexts].filter((text) => !rightTexts.has(text)),
        )
        expect(texts(found.map(({ after }) => after))).to.have.members(
          [...rightTexts].filter((text) => !leftTexts.has(text)),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('list their entries, and find one by name', async () => {
    await fc.assert(
      fc.asyncProperty(files, name, async (content, wanted) => {
        const tree = treeOf(content)
        const expected = content[wanted] ? { name: wanted, ...content[wanted] } : null
        expect(findInTree(tree, wanted)).to.deep.equal(expected)
        const names = parseTree(tree).map((entry) => ({
          name: entry.name,
          isFolder: entry.mode === '040000',
        }))
        expect(await namesInTree(tree)).to.deep.equal(names)
        expect(await namesLikeIn(tree, { name: wanted, fold: foldPath })).to.deep.equal(
          names.filter((one) => foldPath(one.name) === foldPath(wanted)),
        )
      }),
    )
  })

  it('find names that differ only in case or Unicode form', async () => {
    const names = [
      'A.md',
      'B.md',
      'a.md',
      'caf\u00e9',
      'cafe\u0301',
      'k',
      '\u212a',
      'strasse',
      'stra\u00dfe',
    ]
    const tree = treeOf(filesNamed(names))
    const like = async (wanted: string) =>
      (await namesLikeIn(tree, { name: wanted, fold: foldPath }))
        .map(({ name: one }) => one)
        .toSorted()
    expect(await like('a.MD')).to.deep.equal(['A.md', 'a.md'])
    expect(await like('CAF\u00c9')).to.deep.equal(['cafe\u0301', 'caf\u00e9'])
    expect(await like('K')).to.deep.equal(['k', '\u212a'])
    expect(await like('\u212a')).to.deep.equal(['k', '\u212a'])
    expect(await like('STRA\u00dfE')).to.deep.equal(['strasse', 'stra\u00dfe'])
    expect(await like('c.md')).to.deep.equal([])
  })

  it('are spliced in turns, however many folders are new', async () => {
    const names = Array.from(
      { length: 40_000 },
      (_, number) => `folder-${(number * 7919) % 40_000}`,
    )
    const folder = { mode: '040000', oid: 'ab'.repeat(20) } as const
    const wanted = treeOf(Object.fromEntries(names.map((one) => [one, folder])))
    let [turns, isOver] = [0, false]
    const count = () => {
      turns += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const tree = await spliceTree(Buffer.alloc(0), new Map(names.map((one) => [one, folder])))
    isOver = true
    expect(tree.equals(wanted)).to.equal(true)
    expect(turns, 'turns of others meanwhile').to.be.above(1)
  })

  it('are searched in turns, however many names they have', async () => {
    const content = filesNamed(Array.from({ length: 6000 }, (_, number) => `n-${number}\u00e9`))
    const counter = countBetweenTurns()
    // So slow that no turn can hold them all.
    const fold = (text: string) => {
      const end = performance.now() + 0.05
      while (performance.now() < end);
      counter.count()
      return text
    }
    expect(await namesLikeIn(treeOf(content), { name: 'x', fold })).to.deep.equal([])
    counter.stop()
    expect(counter.total()).to.be.above(6000)
    expect(counter.most()).to.be.below(3000)
  })

  it('are refused if they are truncated', async () => {
    const whole = treeOf({ a: { mode: '100644', oid: 'ab'.repeat(20) } })
    for (const torn of [whole.subarray(0, 3), whole.subarray(0, -1), Buffer.from('1006444 a\0')]) {
      expect(() => parseTree(torn)).to.throw('malformed')
      const error: unknown = await namesInTree(torn).catch((thrown: unknown) => thrown)
      expect(error).to.have.property('message').that.includes('malformed')
    }
  })
})
