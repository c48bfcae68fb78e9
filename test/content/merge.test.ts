import { assert } from 'chai'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { diffLists } from '../../src/content/diff.js'
import { mergeDocuments, mergeText } from '../../src/content/merge.js'
import { fc } from '../random.js'
import { SIZE } from '../torture/figures.js'

/** What `git merge-file` makes of it: text, or null for a conflict. */
function gitMerge(dir: string, texts: readonly [string, string, string]): string | null {
  const files = texts.map((text, i) => {
    const file = path.join(dir, `${i}.txt`)
    writeFileSync(file, text)
    return file
  })
  const [base = '', ours = '', theirs = ''] = files
  const run = spawnSync('git', ['merge-file', '-p', '-q', ours, base, theirs])
  return run.status === 0 ? run.stdout.toString() : null
}

const BASE = Array.from({ length: 14 }, (_, i) => `line ${i}\n`)

/** Up to three changes of a text whose lines all differ: git's alignment is then the only one. */
const edits = (who: string) =>
  fc
    .array(fc.tuple(fc.nat(13), fc.constantFrom('change', 'delete', 'insert', 'same')), {
      maxLength: 3,
    })
    .map((list) => {
      const lines: string[] = [...BASE]
      for (const [at, what] of list) {
        if (what === 'change') lines[at] = `${who} ${at}\n`
        if (what === 'delete') lines[at] = ''
        if (what === 'insert') lines[at] = `${lines[at] ?? ''}${who} new ${at}\n`
        if (what === 'same') lines[at] = `both ${at}\n`
      }
      return lines.join('')
    })

describe('diffLists', () => {
  it('gives a script that turns one list into the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const out: string[] = []
        let at = 0
        for (const hunk of diffLists(a, b)) {
          out.push(...a.slice(at, hunk.fromA), ...b.slice(hunk.fromB, hunk.toB))
          at = hunk.toA
        }
        assert.deepEqual([...out, ...a.slice(at)], b)
      }),
      { numRuns: 2000 },
    )
  })

  it('finds a longest common subsequence', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 14 })
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const removed = diffLists(a, b).reduce((sum, one) => sum + one.toA - one.fromA, 0)
        assert.equal(a.length - removed, longest(a, b))
      }),
      { numRuns: 1000 },
    )
  })
})

function longest(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0)
  for (const one of a) {
    const next = [0]
    for (const [j, other] of b.entries())
      next.push(one === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

describe('mergeText', () => {
  let dir = ''
  before(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'galley-merge-'))
    execFileSync('git', ['--version'])
  })
  after(() => rmSync(dir, { recursive: true }))

  it('merges and conflicts exactly where git does', () => {
    const property = fc.property(edits('ours'), edits('theirs'), (ours, theirs) => {
      const base = BASE.join('')
      assert.equal(mergeText(base, ours, theirs).text, gitMerge(dir, [base, ours, theirs]))
    })
    // Each starts git. More in `npm run torture`.
    fc.assert(property, { numRuns: 150 * SIZE })
  })

  it('matches equal ends first, as git does', () => {
    const texts = ['a\nb\n\n', 'x\n\ny\n\n', 'a\nb\n\nz\n\n'] as const
    assert.equal(mergeText(...texts).text, 'x\n\ny\n\nz\n\n')
    assert.equal(gitMerge(dir, [...texts]), 'x\n\ny\n\nz\n\n')
  })

  it('merges changes in a long text, and reports if they are too far apart', () => {
    const [before, after] = ['before', 'after'].map((word) =>
      Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join(''),
    )
    const long = (text: string) => before + text + after
    const base = BASE.join('')
    const property = fc.property(edits('ours'), edits('theirs'), (ours, theirs) => {
      const { text, conflicts } = mergeText(base, ours, theirs)
      const merged = mergeText(long(base), long(ours), long(theirs))
      assert.equal(merged.text, text === null ? null : long(text))
      assert.equal(merged.conflicts.length, conflicts.length)
    })
    fc.assert(property, { numRuns: 20 })
    assert.deepEqual(mergeText(long('a\n'), long('b\n'), long('c\n')).conflicts, [
      'lines 20001 to 20001',
    ])
    const apart = mergeText(long('a\n'), `new\n${long('a\n')}`, `${long('a\n')}new\n`)
    assert.deepEqual(apart, { text: null, conflicts: ['lines 1 to 40001'] })
  })

  it('reports which lines both changed', () => {
    const merged = mergeText('a\nb\nc\n', 'a\nX\nc\n', 'a\nY\nc\n')
    assert.deepEqual(merged, { text: null, conflicts: ['lines 2 to 2'] })
  })

  it('reports the line before which both inserted something', () => {
    const merged = mergeText('a\nb\n', 'a\nX\nb\n', 'a\nY\nb\n')
    assert.deepEqual(merged, { text: null, conflicts: ['lines 2 to 2'] })
  })

  it('keeps line ends, and a missing last one', () => {
    assert.equal(mergeText('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC').text, 'A\r\nb\r\nC')
  })
})

describe('mergeDocuments', () => {
  const base = '---\ntitle: A # t\ntags: [x]\nauthor: Ann\n---\none\ntwo\nthree\n'
  const CASES: readonly [string, string, string, string | null, readonly string[]][] = [
    [
      'brings keys and lines together',
      base.replace('A #', 'B #').replace('one', 'ONE'),
      base.replace('[x]', '[x, z]').replace('three', 'THREE'),
      '---\ntitle: B # t\ntags: [x, z]\nauthor: Ann\n---\nONE\ntwo\nTHREE\n',
      [],
    ],
    ['names the field', base.replace('A #', 'B #'), base.replace('A #', 'C #'), null, ['title']],
    [
      'names metadata and body',
      base.replace('Ann', 'Bob').replace('two', '2'),
      base.replace('Ann', 'Cid').replace('two', 'II'),
      null,
      ['metadata.author', 'body'],
    ],
    [
      'takes the same change once',
      base.replace('Ann', 'Bob'),
      base.replace('Ann', "'Bob'"),
      base.replace('Ann', 'Bob'),
      [],
    ],
    [
      'removes what they removed',
      base.replace('A #', 'B #'),
      base.replace('author: Ann\n', ''),
      '---\ntitle: B # t\ntags: [x]\n---\none\ntwo\nthree\n',
      [],
    ],
    [
      'keeps removal and change apart',
      base.replace('author: Ann\n', ''),
      base.replace('Ann', 'Bob'),
      null,
      ['metadata.author'],
    ],
    [
      'calls published visibility',
      base.replace('author', 'published: true\nauthor'),
      base.replace('author', 'published: false\nauthor'),
      null,
      ['visibility'],
    ],
    [
      'merges by lines where YAML is broken',
      base.replace('A', '['),
      base.replace('one', '1'),
      base.replace('A', '[').replace('one', '1'),
      [],
    ],
  ]
  for (const [title, ours, theirs, text, conflicts] of CASES)
    it(title, () => assert.deepEqual(mergeDocuments(base, ours, theirs), { text, conflicts }))
})
