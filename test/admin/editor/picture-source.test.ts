/** Pictures of a text, read and changed where they stand. */

import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect } from 'chai'
import { besideParagraph, besideWord } from '../../../src/admin/editor/text/own-paragraph.js'
import {
  editPicture,
  pictureAt,
  removePicture,
  type PictureSource,
} from '../../../src/admin/editor/text/picture-source.js'

/** The text and the offset of its `¦`. */
function placed(shown: string): { state: EditorState; at: number } {
  const at = shown.indexOf('¦')
  const doc = shown.replace('¦', '')
  const extensions = [
    markdown({ base: markdownLanguage }),
    shown.includes('\r\n') ? EditorState.lineSeparator.of('\r\n') : [],
  ]
  const state = EditorState.create({ doc, extensions })
  ensureSyntaxTree(state, doc.length, 5000)
  return { state, at }
}

function pictureIn(shown: string): { state: EditorState; picture: PictureSource } {
  const { state, at } = placed(shown)
  const picture = pictureAt(state, at)
  if (!picture) throw new Error(`no picture in ${shown}`)
  return { state, picture }
}

/** The text after the picture at `¦` is shown otherwise. */
function edited(shown: string, next: Partial<PictureSource>): string {
  const { state, picture } = pictureIn(shown)
  return state.update(editPicture(state, picture, { ...picture, ...next })).state.sliceDoc()
}

describe('A picture of the text', () => {
  it('is read with its text, width and caption', () => {
    const read = (shown: string) => {
      const { label, width, caption, address } = pictureIn(shown).picture
      return [label, width, caption, address].join(' / ')
    }
    expect(read('¦![The mole](/a.jpg)')).to.equal('The mole /  /  / /a.jpg')
    expect(read('¦![](a.jpg "T"){: .wide width="400" id="x"}\n_By A\\_B_')).to.equal(
      ' / 400 / By A_B / a.jpg',
    )
    expect(read('![a](b){: width=3¦0 }\n*Low water*\nMore')).to.equal('a / 30 / Low water / b')
    expect(read('![a](b)¦ and text\n_none_')).to.equal('a /  /  / b')
    expect(pictureAt(placed('¦![a][b]\n\n[b]: c').state, 0)).to.equal(null)
    expect(pictureAt(placed('No ¦picture').state, 3)).to.equal(null)
  })

  it('is changed without touching what else stands there', () => {
    const cases: readonly (readonly [string, Partial<PictureSource>, string])[] = [
      ['¦![](/a.jpg "T")', { label: 'The [low] mole' }, '![The  low  mole](/a.jpg "T")'],
      ['x ¦![a](b) y', { width: '300' }, 'x ![a](b){: width="300"} y'],
      ['¦![a](b){: .wide width="4"}', { width: '' }, '![a](b){: .wide}'],
      ['¦![a](b){: width="4"}', { width: '' }, '![a](b)'],
      ['¦![a](b){: .wide }', { width: '9' }, '![a](b){: .wide width="9"}'],
      ['¦![a](b)\n_Old_\nMore', { caption: 'New_er' }, '![a](b)\n_New\\_er_\nMore'],
      ['¦![a](b)\n_Old_\nMore', { caption: '' }, '![a](b)\nMore'],
      ['¦![a](b)\r\n\r\nMore', { caption: 'New' }, '![a](b)\r\n_New_\r\n\r\nMore'],
      ['¦![a](b)', {}, '![a](b)'],
    ]
    for (const [before, next, after] of cases) expect(edited(before, next)).to.equal(after)
  })

  it('is removed with its caption and the line that would be empty', () => {
    const removed = (shown: string) => {
      const { state, picture } = pictureIn(shown)
      return state.update(removePicture(state, picture)).state.sliceDoc()
    }
    expect(removed('One\n\n¦![a](b){: width="4"}\n_C_\n\nTwo')).to.equal('One\n\nTwo')
    expect(removed('One ¦![a](b) two')).to.equal('One  two')
    expect(removed('One\n\n¦![a](b)')).to.equal('One\n\n')
  })
})

describe('The place of what is dropped', () => {
  const beside = (place: typeof besideWord, shown: string) => {
    const { state, at } = placed(shown)
    const found = place(state, at)
    return `${state.sliceDoc(0, found)}|${state.sliceDoc(found)}`
  }

  it('is never in a word, and for pictures not in a paragraph', () => {
    expect(beside(besideWord, 'One¦ two')).to.equal('One| two')
    expect(beside(besideWord, 'Harb¦our')).to.equal('Harbour|')
    expect(beside(besideWord, 'H¦arbour')).to.equal('|Harbour')
    expect(beside(besideParagraph, 'One t¦wo\nthree four\n\nFive')).to.equal(
      '|One two\nthree four\n\nFive',
    )
    expect(beside(besideParagraph, 'One two\nthree fo¦ur\n\nFive')).to.equal(
      'One two\nthree four|\n\nFive',
    )
    expect(beside(besideParagraph, '- Harb¦our')).to.equal('- Harbour|')
    expect(beside(besideParagraph, 'One\n\n¦\n\nTwo')).to.equal('One\n\n|\n\nTwo')
  })
})
