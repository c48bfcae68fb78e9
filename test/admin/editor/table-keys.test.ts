/** What Tab and Enter do in a table, and how its rows and columns are changed. */

import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect } from 'chai'
import {
  cellBelow,
  nextCell,
  previousCell,
  type TableEdit,
} from '../../../src/admin/editor/text/table-keys.js'
import { tableEdits, type TableEditName } from '../../../src/admin/editor/text/table-edits.js'

/** The text after a key; `‹` and `›` are the ends of the selection, `¦` is the cursor; null if it does nothing here. */
function made(edit: TableEdit, shown: string): string | null {
  const anchor = shown.indexOf('¦')
  const doc = shown.replace('¦', '')
  const extensions = markdown({ base: markdownLanguage })
  const state = EditorState.create({ doc, selection: { anchor }, extensions })
  ensureSyntaxTree(state, doc.length, 5000)
  const spec = edit(state)
  if (spec === null) return null
  const after = state.update(spec).state
  const { from, to, empty } = after.selection.main
  const text = after.sliceDoc()
  if (empty) return `${text.slice(0, from)}¦${text.slice(from)}`
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`
}

const HEAD = '| A | B |\n|:--|--:|\n'

describe('Keys in a table of the editor', () => {
  const cases = (edit: TableEdit, of: readonly (readonly [string, string | null])[]) => {
    for (const [before, after] of of) expect(made(edit, before), before).to.equal(after)
  }

  it('Tab leads to the next cell, past the line of dashes, and adds a row behind the last', () => {
    cases(nextCell, [
      ['| A¦ | B |\n|---|---|\n| a | b |', '| A | ‹B› |\n|---|---|\n| a | b |'],
      ['| A | B¦ |\n|---|---|\n| a | b |', '| A | B |\n|---|---|\n| ‹a› | b |'],
      [`${HEAD}| a | ¦b |\n\nText`, `${HEAD}| a | b |\n| ¦  |   |\n\nText`],
      [`${HEAD}| ¦a \\| c | b |`, `${HEAD}| a \\| c | ‹b› |`],
      ['A | B\n---|---\na¦ | b', 'A | B\n---|---\na | ‹b›'],
      ['> | A |\n> |---|\n> | a¦ |', '> | A |\n> |---|\n> | a |\n> | ¦  |'],
      [`${HEAD}| ¦  |   |`, `${HEAD}|   | ¦  |`],
      ['No t¦able', null],
      ['| A | B |\n|--¦-|---|\n| a | b |', null],
    ])
  })

  it('Shift and Tab lead back', () => {
    cases(previousCell, [
      [`${HEAD}| a | b¦ |`, `${HEAD}| ‹a› | b |`],
      [`${HEAD}| a¦ | b |`, '| A | ‹B› |\n|:--|--:|\n| a | b |'],
      [`| A¦ | B |\n|---|---|`, `| A¦ | B |\n|---|---|`],
    ])
  })

  it('Enter leads down, adds a row at the end, and leaves the table from one that is empty', () => {
    cases(cellBelow, [
      [`| A | B¦ |\n|---|---|\n| a | b |`, `| A | B |\n|---|---|\n| a | ‹b› |`],
      [`${HEAD}| a | b¦ |`, `${HEAD}| a | b |\n|   | ¦  |`],
      [`${HEAD}| a | b |\n| ¦  |   |`, `${HEAD}| a | b |\n\n¦`],
      [`${HEAD}| a | b |\n| ¦  |   |\n\nText`, `${HEAD}| a | b |\n\n¦\n\nText`],
      ['- item¦', null],
    ])
  })

  it('keep the line ends of Windows', () => {
    const table = '| A |\r\n|---|\r\n| a |'
    const state = EditorState.create({
      doc: table,
      selection: { anchor: 16 },
      extensions: [markdown({ base: markdownLanguage }), EditorState.lineSeparator.of('\r\n')],
    })
    ensureSyntaxTree(state, state.doc.length, 5000)
    const spec = nextCell(state)
    expect(spec && state.update(spec).state.sliceDoc()).to.equal(`${table}\r\n|   |`)
  })
})

describe('Rows and columns of a table in the editor', () => {
  const TABLE = '| A | B |\n|:--|--:|\n| a | b |\n| c | d |'
  const at = (sign: string) => TABLE.replace(sign, `¦${sign}`)
  const cases = (of: readonly (readonly [TableEditName, string, string | null])[]) => {
    for (const [name, before, after] of of)
      expect(made(tableEdits[name], before), `${name} ${before}`).to.equal(after)
  }

  it('are added beside the cell, and no row above the header', () => {
    cases([
      ['row-above', at('c'), '| A | B |\n|:--|--:|\n| a | b |\n| ¦  |   |\n| c | d |'],
      ['row-below', at('d'), '| A | B |\n|:--|--:|\n| a | b |\n| c | d |\n|   | ¦  |'],
      ['row-below', at('A'), '| A | B |\n|:--|--:|\n| ¦  |   |\n| a | b |\n| c | d |'],
      ['row-above', at('A'), null],
      ['column-before', at('b'), '| A |   | B |\n|:--|---|--:|\n| a | ¦  | b |\n| c |   | d |'],
      ['column-after', at('B'), '| A | B | ¦  |\n|:--|--:|---|\n| a | b |   |\n| c | d |   |'],
      ['column-after', 'A | B\n--|--\na | ¦b', 'A | B|   |\n--|--|---\na | b| ¦  |'],
      [
        'row-below',
        '> | A¦ |\n> |---|\n> | a |\n\nText',
        '> | A |\n> |---|\n> | ¦  |\n> | a |\n\nText',
      ],
    ])
  })

  it('are moved with their alignment, and not past the ends', () => {
    cases([
      ['row-up', at('d'), '| A | B |\n|:--|--:|\n| c | ¦d |\n| a | b |'],
      ['row-down', at('a'), '| A | B |\n|:--|--:|\n| c | d |\n| ¦a | b |'],
      ['row-up', at('a'), null],
      ['row-down', at('c'), null],
      ['row-down', at('A'), null],
      ['column-on', at('c'), '| B | A |\n|--:|:--|\n| b | a |\n| d | ¦c |'],
      ['column-back', at('B'), '| ¦B | A |\n|--:|:--|\n| b | a |\n| d | c |'],
      ['column-back', at('A'), null],
      ['column-on', at('B'), null],
      ['column-on', '| A | B |\n|---|---|\n| ¦a \\| x |', '| B | A |\n|---|---|\n|   | ¦a \\| x |'],
    ])
  })

  it('are removed, but neither the header nor the last column', () => {
    cases([
      ['row-remove', at('a'), '| A | B |\n|:--|--:|\n| ¦c | d |'],
      ['row-remove', '| A |\n|---|\n| ¦a |', '| ¦A |\n|---|'],
      ['row-remove', at('A'), null],
      ['column-remove', at('d'), '| A |\n|:--|\n| a |\n| ¦c |'],
      ['column-remove', '| A¦ |\n|---|\n| a |', null],
      ['column-remove', 'No t¦able', null],
      ['column-remove', '- | A¦ | B |\n  |---|---|\n  | a | b |', null],
    ])
  })

  it('are aligned by their dashes', () => {
    cases([
      ['align-centre', at('a'), '| A | B |\n|:--:|--:|\n| ¦a | b |\n| c | d |'],
      ['align-start', at('B'), '| A | ¦B |\n|:--|:--|\n| a | b |\n| c | d |'],
      ['align-end', '| A¦ |\n| --- |\n| a |', '| ¦A |\n| ---: |\n| a |'],
    ])
  })
})
