import { expect } from 'chai'
import {
  compareTrees,
  findInTree,
  namesInTree,
  parseTree,
  spliceTree,
} from '../../../src/git/objects/tree.js'
import type { TreeEdit, TreeEntry, TreeMode } from '../../../src/git/objects/tree.js'
import { fc } from '../../random.js'

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

const textOf = (entry: TreeEntry | null) => entry && `${entry.mode} ${entry.name} ${entry.oid}`

describe('trees as bytes', () => {
  it('splice to what the edited files make', () => {
    const edits = fc.dictionary(name, fc.option(fc.record({ mode, oid })), { maxKeys: 6 })
    fc.assert(
      fc.property(files, edits, (before, changes) => {
        const after = Object.fromEntries(
          Object.entries({ ...before, ...changes }).flatMap(([key, entry]) =>
            entry ? [[key, entry]] : [],
          ),
        )
        const map = new Map<string, TreeEdit>(Object.entries(changes))
        expect(spliceTree(treeOf(before), map).equals(treeOf(after))).to.equal(true)
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

  it('find and name what they hold', () => {
    fc.assert(
      fc.property(files, name, (content, wanted) => {
        const tree = treeOf(content)
        const expected = content[wanted] ? { name: wanted, ...content[wanted] } : null
        expect(findInTree(tree, wanted)).to.deep.equal(expected)
        expect(namesInTree(tree)).to.deep.equal(
          parseTree(tree).map((entry) => ({
            name: entry.name,
            isFolder: entry.mode === '040000',
          })),
        )
      }),
    )
  })

  it('are refused when they are torn', () => {
    const whole = treeOf({ a: { mode: '100644', oid: 'ab'.repeat(20) } })
    for (const torn of [whole.subarray(0, 3), whole.subarray(0, -1), Buffer.from('1006444 a\0')]) {
      expect(() => parseTree(torn)).to.throw('malformed')
      expect(() => namesInTree(torn)).to.throw('malformed')
    }
  })
})
