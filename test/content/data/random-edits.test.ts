import { assert } from 'chai'
import { parse as parseCsv } from 'csv-parse/sync'
import {
  editDataFile,
  readDataFile,
  type DataEdit,
  type DataFormat,
} from '../../../src/content/data/data-file.js'
import { fc } from '../../random.js'

type Item = Record<string, string | number | boolean | string[]>

const WORDS = fc.constantFrom(
  'a',
  'Home',
  'yes',
  '12',
  'x: y',
  "it's",
  'say "x"',
  '#1',
  ' pad',
  'é',
  '',
  'a, b',
  '{}',
)
const VALUE = fc.oneof(
  WORDS,
  fc.integer({ min: -9, max: 9 }),
  fc.boolean(),
  fc.array(WORDS, { maxLength: 3 }),
)
const ITEM: fc.Arbitrary<Item> = fc.dictionary(
  fc.constantFrom('title', 'url', 'no', 'x y'),
  VALUE,
  {
    minKeys: 1,
    noNullPrototype: true,
  },
)
const ITEMS = fc.array(ITEM, { minLength: 1, maxLength: 5 })

/** How a file is written: line ends, indentation, comments and blank lines after some lines. */
const STYLE = fc.record({
  eol: fc.constantFrom('\n', '\r\n'),
  indent: fc.constantFrom('', '  '),
  marks: fc.array(fc.constantFrom('', ' # own', '\n', '\n# above', '\n\n# free\n'), {
    minLength: 40,
    maxLength: 40,
  }),
  isOpen: fc.boolean(),
  hasMark: fc.boolean(),
})
type Style = typeof STYLE extends fc.Arbitrary<infer One> ? One : never

function yamlText(items: readonly Item[], { eol, indent, marks, isOpen, hasMark }: Style): string {
  let line = 0
  const lines = items.flatMap((item) =>
    Object.entries(item).map(([key, value], index) => {
      const mark = marks[line++ % marks.length] ?? ''
      // A comment above the item after this one stands in its column.
      const shown = mark.replace('# above', `${indent}# above`)
      return `${indent}${index === 0 ? '- ' : '  '}${JSON.stringify(key)}: ${JSON.stringify(value)}${shown}`
    }),
  )
  const text = `# head\n${lines.join('\n')}${isOpen ? '' : '\n'}`
  return (hasMark ? '\ufeff' : '') + text.replaceAll('\n', eol)
}

function jsonText(items: readonly Item[], { eol, indent, hasMark }: Style): string {
  const text = JSON.stringify(items, null, indent === '' ? '\t' : 2)
  return (hasMark ? '\ufeff' : '') + text.replaceAll('\n', eol)
}

const PICK = fc.record({
  op: fc.constantFrom('set', 'insert', 'remove', 'move', 'copy', 'rename', 'set-key', 'remove-key'),
  item: fc.nat(),
  key: fc.nat(),
  to: fc.nat(),
  value: VALUE,
})
type Pick = typeof PICK extends fc.Arbitrary<infer One> ? One : never

/** An edit of these items that is possible, and what the items are then. */
function chosen(items: readonly Item[], { op, item, key, to, value }: Pick): [DataEdit, Item[]] {
  const at = item % items.length
  const own = items[at] ?? {}
  const keys = Object.keys(own)
  const name = keys[key % keys.length] ?? ''
  const renamed = (as: string) =>
    Object.fromEntries(Object.entries(own).map(([one, old]) => [one === name ? as : one, old]))
  switch (op) {
    case 'set':
      return [{ op, at: [at, name], value }, items.with(at, { ...own, [name]: value })]
    case 'set-key':
      return [{ op: 'set', at: [at, 'new'], value }, items.with(at, { ...own, new: value })]
    case 'remove-key': {
      const { [name]: _, ...rest } = own
      return [{ op: 'remove', at: [at, name] }, items.with(at, rest)]
    }
    case 'rename':
      return [{ op, at: [at, name], as: 'new name' }, items.with(at, renamed('new name'))]
    case 'insert':
      return [{ op, at: [at], value: { n: value } }, items.toSpliced(at, 0, { n: value })]
    case 'remove':
      return [{ op, at: [at] }, items.toSpliced(at, 1)]
    case 'copy':
      return [{ op, at: [at] }, items.toSpliced(at, 0, own)]
    case 'move': {
      const index = to % items.length
      return [{ op, at: [at], to: index }, items.toSpliced(at, 1).toSpliced(index, 0, own)]
    }
  }
}

function fail(): never {
  throw new Error('there is no such case')
}

const valueIn = (text: string, format: DataFormat): unknown => {
  const read = readDataFile(text, format)
  return read.kind === 'form' ? read.value : read
}

const comments = (text: string) =>
  text
    .split(/\r?\n/)
    .flatMap((line) => /# (?:own|above|free|head)$/.exec(line)?.[0] ?? [])
    .toSorted()

/** What both texts share at their beginning and at their end, without overlapping. */
function shared(a: string, b: string): number {
  let head = 0
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++
  let tail = 0
  const most = Math.min(a.length, b.length) - head
  while (tail < most && a.at(-1 - tail) === b.at(-1 - tail)) tail++
  return head + tail
}

describe('random edits of data files', () => {
  for (const format of ['yaml', 'json'] as const) {
    const write = format === 'yaml' ? yamlText : jsonText

    it(`change the value of ${format} exactly as asked, and keep everything else`, () => {
      fc.assert(
        fc.property(ITEMS, STYLE, PICK, (items, style, pick) => {
          const text = write(items, style)
          assert.deepEqual(valueIn(text, format), items)
          const [edit, expected] = chosen(items, pick)
          const edited = editDataFile(text, format, [edit])
          assert.equal(JSON.stringify(valueIn(edited, format)), JSON.stringify(expected))
          assert.equal(edited.startsWith('\ufeff'), style.hasMark)
          if (style.eol === '\r\n') assert.notMatch(edited, /(?<!\r)\n/)
          else assert.notInclude(edited, '\r')
          if (edit.op === 'move') {
            assert.deepEqual(comments(edited), comments(text))
            const lines = (one: string) =>
              one
                .split(/\r?\n/)
                .map((line) => line.trim().replace(/^- |,$/g, ''))
                .toSorted()
            assert.deepEqual(
              lines(edited).filter((line) => line !== ''),
              lines(text).filter((line) => line !== ''),
            )
          }
          if (edit.op === 'set' && pick.op === 'set') {
            // Nothing but the value has changed.
            const old = items[edit.at[0] as number]?.[edit.at[1] as string]
            const oldLength = text.length - shared(text, edited)
            assert.isAtMost(oldLength, JSON.stringify(old, null, 8).length + 20)
            assert.deepEqual(comments(edited), comments(text))
          }
        }),
        { numRuns: 600 },
      )
    })
  }

  it('come together in any number, in order', () => {
    fc.assert(
      fc.property(
        ITEMS,
        STYLE,
        fc.array(PICK, { minLength: 2, maxLength: 6 }),
        (items, style, picks) => {
          for (const format of ['yaml', 'json'] as const) {
            const edits: DataEdit[] = []
            let now = [...items]
            for (const pick of picks) {
              const usable = now.length > 0 && now.every((item) => Object.keys(item).length > 0)
              if (!usable) break
              const [edit, next] = chosen(now, pick)
              if (edit.op === 'rename' && 'new name' in (now[edit.at[0] as number] ?? {})) break
              edits.push(edit)
              now = next
            }
            const text = format === 'yaml' ? yamlText(items, style) : jsonText(items, style)
            const edited = editDataFile(text, format, edits)
            assert.equal(JSON.stringify(valueIn(edited, format)), JSON.stringify(now))
          }
        },
      ),
      { numRuns: 200 },
    )
  })

  it('never lose a row of a table of one column', () => {
    const cell = fc.constantFrom('', 'a', '"q"')
    fc.assert(
      fc.property(
        fc.array(cell, { minLength: 1, maxLength: 4 }),
        fc.record({ eol: fc.constantFrom('\n', '\r\n'), isOpen: fc.boolean() }),
        fc.record({ op: fc.nat({ max: 4 }), item: fc.nat(), to: fc.nat(), value: cell }),
        (lines, { eol, isOpen }, { op, item, to, value }) => {
          // What begins or ends a text must be there to be seen.
          const written = [...lines.slice(0, -1), lines.at(-1) || 'z'].with(0, lines[0] || 'y')
          const text = written.join(eol) + (isOpen ? '' : eol)
          const rows = written.map((line) => [line.replaceAll('"', '')])
          assert.deepEqual(valueIn(text, 'csv'), rows)
          const at = item % rows.length
          const last = to % rows.length
          const own = rows[at] ?? fail()
          const row = [value]
          const cases: [DataEdit, string[][]][] = [
            [{ op: 'set', at: [at, 0], value }, rows.with(at, row)],
            [{ op: 'insert', at: [at + 1], value: row }, rows.toSpliced(at + 1, 0, row)],
            [{ op: 'move', at: [at], to: last }, rows.toSpliced(at, 1).toSpliced(last, 0, own)],
            [{ op: 'copy', at: [at] }, rows.toSpliced(at, 0, own)],
            [{ op: 'remove', at: [at] }, rows.toSpliced(at, 1)],
          ]
          const [edit, expected] = cases[op] ?? fail()
          const edited = editDataFile(text, 'csv', [edit])
          if (expected.length === 0) return assert.equal(edited, '')
          assert.deepEqual(valueIn(edited, 'csv'), expected)
        },
      ),
      { numRuns: 600 },
    )
  })

  it('read and change tables as other programs read them', () => {
    const cell: fc.Arbitrary<string> = fc.constantFrom(
      '',
      'a',
      'b c',
      'x,y',
      'say "x"',
      'two\nlines',
      ' pad ',
      'é;',
    )
    const row = fc.array(cell, { minLength: 2, maxLength: 4 })
    const quoted = (text: string, isForced: boolean) =>
      isForced || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        fc.record({
          eol: fc.constantFrom('\n', '\r\n'),
          isOpen: fc.boolean(),
          forced: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
        }),
        PICK,
        (rows, { eol, isOpen, forced }, { op, item, key, to }) => {
          let count = 0
          const lines = rows.map((cells) =>
            cells.map((text) => quoted(text, forced[count++ % 7] ?? false)).join(','),
          )
          const text = lines.join(eol) + (isOpen ? '' : eol)
          assert.deepEqual(valueIn(text, 'csv'), rows)
          const at = item % rows.length
          const column = key % 4
          const own = rows[at] ?? []
          const padded = [...own, ...Array<string>(Math.max(0, column + 1 - own.length)).fill('')]
          const cases: [DataEdit, string[][]][] = [
            [
              { op: 'set', at: [at, column], value: 'n "1",' },
              rows.with(at, padded.with(column, 'n "1",')),
            ],
            [{ op: 'insert', at: [at], value: ['q', 'r\n'] }, rows.toSpliced(at, 0, ['q', 'r\n'])],
            [
              { op: 'move', at: [at], to: to % rows.length },
              rows.toSpliced(at, 1).toSpliced(to % rows.length, 0, own),
            ],
            [{ op: 'copy', at: [at] }, rows.toSpliced(at, 0, own)],
            [{ op: 'remove', at: [at] }, rows.toSpliced(at, 1)],
          ]
          const [edit, expected] = cases[op.length % cases.length] ?? fail()
          const edited = editDataFile(text, 'csv', [edit])
          const read: unknown = parseCsv(edited, {
            relax_column_count: true,
            record_delimiter: ['\r\n', '\n'],
          })
          assert.deepEqual(read, expected)
        },
      ),
      { numRuns: 600 },
    )
  })
})
