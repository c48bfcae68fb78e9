/** Each command of the editor, in each place of a text: what is there then, and where the cursor is. */

import { EditorState } from '@codemirror/state'
import { expect } from 'chai'
import { edits, type Edit } from '../../../src/admin/editor/text/commands.js'

/** The text after an edit; `‹` and `›` are the ends of the selection, `|` is the cursor. */
function made(edit: Edit, shown: string): string {
  const isEmpty = shown.includes('|')
  const doc = shown.replace(/[‹›|]/g, '')
  const anchor = isEmpty ? shown.indexOf('|') : shown.indexOf('‹')
  const head = isEmpty ? anchor : shown.indexOf('›') - 1
  const state = EditorState.create({ doc, selection: { anchor, head } })
  const after = state.update(edit(state)).state
  const { from, to, empty } = after.selection.main
  const text = after.sliceDoc()
  if (empty) return `${text.slice(0, from)}|${text.slice(from)}`
  return `${text.slice(0, from)}‹${text.slice(from, to)}›${text.slice(to)}`
}

const PLACES: readonly (readonly [string, Edit, readonly (readonly [string, string])[]])[] = [
  [
    'heading',
    edits.heading(2),
    [
      ['|', '## |'],
      ['One\n\n|', 'One\n\n## |'],
      ['So|me', '## So|me'],
      ['|Some', '## |Some'],
      ['Some|', '## Some|'],
      ['‹One\ntwo›', '## ‹One\n## two›'],
      ['‹One\n\ntwo›', '## ‹One\n\n## two›'],
      ['### So|me', '## So|me'],
      ['## So|me', 'So|me'],
      ['## |', '|'],
      ['- One\n- tw|o', '- One\n## tw|o'],
    ],
  ],
  [
    'smaller heading',
    edits.heading(3),
    [
      ['|', '### |'],
      ['## |', '### |'],
      ['a|', '### a|'],
    ],
  ],
  [
    'list',
    edits.bullets,
    [
      ['|', '- |'],
      ['One\n\n|\n\nTwo', 'One\n\n- |\n\nTwo'],
      ['So|me', '- So|me'],
      ['Some|', '- Some|'],
      ['‹One\n\ntwo›\nthree', '- ‹One\n\n- two›\nthree'],
      ['1. One\n2. tw|o', '1. One\n- tw|o'],
      ['- One\n  1. tw|o', '- One\n  - tw|o'],
      ['‹- One\n* two›', '‹One\ntwo›'],
      ['- |', '|'],
    ],
  ],
  [
    'numbered list',
    edits.numbers,
    [
      ['|', '1. |'],
      ['1. One\n|', '1. One\n2. |'],
      ['‹One\n\ntwo›', '1. ‹One\n\n2. two›'],
      ['‹- One\n- two›', '‹1. One\n2. two›'],
      ['1. One\n2. tw|o', '1. One\ntw|o'],
    ],
  ],
  [
    'quotation',
    edits.quote,
    [
      ['|', '> |'],
      ['So|me', '> So|me'],
      ['‹One\ntwo›', '> ‹One\n> two›'],
      ['> So|me', 'So|me'],
      ['- So|me', '> So|me'],
    ],
  ],
  [
    'bold',
    edits.bold,
    [
      ['|', '**|**'],
      ['**|**', '|'],
      ['One |', 'One **|**'],
      ['Some|', 'Some**|**'],
      ['One lo|ng word', 'One **lo|ng** word'],
      ['One **lo|ng** word', 'One lo|ng word'],
      ['One ‹long› word', 'One **‹long›** word'],
      ['One **‹long›** word', 'One ‹long› word'],
      ['One ‹**long**› word', 'One ‹long› word'],
      ['One‹ long ›word', 'One **‹long›** word'],
      ['‹One\n\ntwo›', '**‹One**\n\n**two›**'],
      ['**‹One**\n\n**two›**', '‹One\n\ntwo›'],
      ['‹- One\n- two›', '- **‹One**\n- **two›**'],
      ['- So|me', '- **So|me**'],
    ],
  ],
  [
    'italic',
    edits.italic,
    [
      ['|', '_|_'],
      ['a ‹b› c', 'a _‹b›_ c'],
      ['wo|rd', '_wo|rd_'],
    ],
  ],
  [
    'code',
    edits.code,
    [
      ['|', '`|`'],
      ['a ‹b› c', 'a `‹b›` c'],
      ['`wo|rd`', 'wo|rd'],
    ],
  ],
]

describe('Commands of the editor', () => {
  for (const [name, edit, places] of PLACES) {
    it(`${name}: on an empty line, in a word, over a selection, in a list, at the end`, () => {
      for (const [before, after] of places) expect(made(edit, before), before).to.equal(after)
    })
  }
})
