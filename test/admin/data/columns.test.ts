import { assert } from 'chai'
import { fieldNames, withColumnEdit } from '../../../src/admin/data/columns.js'
import {
  editDataFile,
  readDataFile,
  type DataEdit,
  type DataFormat,
} from '../../../src/content/data/data-file.js'
import { fc } from '../../random.js'

const valueIn = (text: string, format: DataFormat): unknown => {
  const read = readDataFile(text, format)
  return read.kind === 'form' ? read.value : read
}

/** What the server makes of a file, and the browser of its value. */
function both(text: string, format: DataFormat, edit: ColumnEdit): [unknown, unknown] {
  const value = valueIn(text, format)
  const rows: readonly unknown[] = Array.isArray(value) ? value : []
  const file = valueIn(editDataFile(text, format, [edit]), format)
  return [file, withColumnEdit(rows, edit.at[1], edit)]
}

type ColumnEdit = Extract<DataEdit, { op: 'insert' | 'remove' | 'move' | 'rename' }> & {
  at: [null, string | number]
}

const PICK = fc.record({
  op: fc.constantFrom('insert', 'remove', 'move', 'rename'),
  column: fc.nat({ max: 5 }),
  to: fc.nat({ max: 5 }),
})

const CELL = fc.constantFrom('', 'a', 'b,c', '"d"', 'e\nf')
const ROW = fc.array(CELL, { minLength: 1, maxLength: 5 })
const ITEM = fc.oneof(
  fc.constantFrom('text', 5, null, ['a']),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
    .chain((keys) =>
      fc
        .tuple(...keys.map(() => fc.constantFrom<unknown>('x', 1, ['y'], { a: 'z' })))
        .map((values) => Object.fromEntries(keys.map((key, index) => [key, values[index]]))),
    ),
)

describe('a column that is changed', () => {
  it('is in the browser as in the file, in a table with short, long and empty rows', () => {
    fc.assert(
      fc.property(fc.array(ROW, { minLength: 1, maxLength: 5 }), PICK, (rows, pick) => {
        const quoted = (cell: string) =>
          /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
        const text = `${rows.map((row) => row.map(quoted).join(',')).join('\n')}\n`
        const width = Math.max(...rows.map(({ length }) => length))
        fc.pre(text.trim() !== '' && (width > 1 || pick.op !== 'remove'))
        const column = pick.column % (pick.op === 'insert' ? width + 1 : width)
        const edit = editOf(pick, [null, column], pick.to % width)
        const [file, browser] = both(text, 'csv', edit)
        assert.deepEqual(browser, file)
      }),
      { numRuns: 500 },
    )
  })

  it('is in the browser as in the file, in a list with other items and missing fields', () => {
    fc.assert(
      fc.property(fc.array(ITEM, { minLength: 1, maxLength: 5 }), PICK, (items, pick) => {
        const names = fieldNames(items)
        fc.pre(names.length > 0)
        const column = pick.op === 'insert' ? 'new' : (names[pick.column % names.length] ?? '')
        const edit = editOf(pick, [null, column], pick.to % names.length)
        for (const format of ['yaml', 'json'] as const) {
          const [file, browser] = both(JSON.stringify(items), format, edit)
          assert.equal(JSON.stringify(browser), JSON.stringify(file), format)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function editOf(
  { op }: { readonly op: 'insert' | 'remove' | 'move' | 'rename' },
  at: ColumnEdit['at'],
  to: number,
): ColumnEdit {
  if (op === 'insert') return { op, at, value: 'new name' }
  if (op === 'remove') return { op, at }
  return op === 'move' ? { op, at, to } : { op, at, as: 'another' }
}
