import { expect } from 'chai'
import { inflateSync } from 'node:zlib'
import { packTree } from '../../../src/git/objects/tree-parts.js'
import { compareTrees, findInTree, parseTree, spliceTree } from '../../../src/git/objects/tree.js'
import type { TreeEdit, TreeEntry } from '../../../src/git/objects/tree.js'
import { fc } from '../../random.js'

const COUNT = 9000
const HEADER = Buffer.from('tree 1\0')

const nameOf = (number: number) => `2014-01-01-post-${String(number).padStart(6, '0')}.md`

function entryOf(number: number): TreeEntry {
  return { name: nameOf(number), mode: '100644', oid: number.toString(16).padStart(40, 'a') }
}

function bytesOf(entries: readonly TreeEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ name, mode, oid }) => [
      Buffer.from(`${mode.replace(/^0/, '')} ${name}\0`),
      Buffer.from(oid, 'hex'),
    ]),
  )
}

/** As git sorts them. */
function sorted(entries: Iterable<TreeEntry>): TreeEntry[] {
  const keyOf = ({ name, mode }: TreeEntry) => Buffer.from(mode === '040000' ? `${name}/` : name)
  return [...entries].sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)))
}

/** Even numbers, so that there is room between any two. */
const large = () => bytesOf(Array.from({ length: COUNT }, (_, index) => entryOf(index * 2)))

const inflated = async (tree: Buffer) => inflateSync(Buffer.concat(await packTree(HEADER, tree)))

describe('a large tree in parts', () => {
  it('equals the tree of the edited files, edit after edit', async () => {
    const number = fc.integer({ min: -1, max: COUNT * 2 + 1 })
    const kind = fc.constantFrom('file' as const, 'folder' as const, 'gone' as const)
    const edits = fc.array(fc.record({ number, kind }), { minLength: 1, maxLength: 40 })
    const rounds = fc.array(edits, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(rounds, async (series) => {
        let tree = large()
        const content = new Map(parseTree(tree).map((entry) => [entry.name, entry]))
        for (const round of series) {
          const map = new Map<string, TreeEdit>()
          for (const { number: place, kind: wanted } of round) {
            const mode = wanted === 'folder' ? '040000' : '100755'
            const entry = { name: nameOf(place), mode, oid: 'bb'.repeat(20) } as const
            map.set(entry.name, wanted === 'gone' ? null : entry)
            if (wanted === 'gone') content.delete(entry.name)
            else content.set(entry.name, entry)
          }
          const before = tree
          tree = await spliceTree(before, map)
          expect(tree.equals(bytesOf(sorted(content.values())))).to.equal(true)
          for (const name of map.keys()) {
            expect(findInTree(tree, name)).to.deep.equal(content.get(name) ?? null)
          }
          const changed = compareTrees(before, tree).map(({ before: old, after }) => old ?? after)
          const names = changed.map((entry) => entry?.name)
          expect([...map.keys()]).to.include.members(names)
          expect((await inflated(tree)).equals(Buffer.concat([HEADER, tree]))).to.equal(true)
        }
      }),
      { numRuns: 8 },
    )
  })

  it('finds every name, and no missing one', () => {
    const tree = large()
    for (let number = -1; number <= COUNT * 2; number += 61) {
      const isThere = number >= 0 && number < COUNT * 2 && number % 2 === 0
      expect(findInTree(tree, nameOf(number)), String(number)).to.deep.equal(
        isThere ? entryOf(number) : null,
      )
    }
  })

  it('finds names in a tree that is not sorted as git does', () => {
    const entries = Array.from({ length: COUNT }, (_, index) => entryOf(COUNT - index))
    const tree = bytesOf(entries)
    for (const number of [1, 2, COUNT / 2, COUNT]) {
      expect(findInTree(tree, nameOf(number))).to.deep.equal(entryOf(number))
    }
  })

  it('compresses only the parts that a change has touched', async () => {
    const before = large()
    const former = new Set(await packTree(HEADER, before))
    const edit = { mode: '100644', oid: 'cc'.repeat(20) } as const
    const after = await spliceTree(before, new Map([[nameOf(COUNT), edit]]))
    const pieces = await packTree(HEADER, after)
    // The part, the header and the sum at the end.
    expect(pieces.filter((piece) => !former.has(piece))).to.have.length(3)
    expect(pieces.length).to.be.greaterThan(10)
  })
})
