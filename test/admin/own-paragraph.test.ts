import { EditorState } from '@codemirror/state'
import { markdown } from '@codemirror/lang-markdown'
import { expect } from 'chai'
import { asOwnParagraph } from '../../src/admin/editor/text/own-paragraph.js'

/** The text after a picture was put where the `|` is. */
function put(text: string): string {
  const at = text.indexOf('|')
  const doc = text.slice(0, at) + text.slice(at + 1)
  const state = EditorState.create({ doc, extensions: [markdown()] })
  return doc.slice(0, at) + asOwnParagraph(state, '![a](b)', at) + doc.slice(at)
}

describe('A picture that is put into a text', () => {
  it('is a paragraph of its own before and after one', () => {
    expect(put('|One\ntwo\n')).to.equal('![a](b)\n\nOne\ntwo\n')
    expect(put('One\ntwo|\n')).to.equal('One\ntwo\n\n![a](b)\n')
    expect(put('# One\n\nTwo|\n\nThree')).to.equal('# One\n\nTwo\n\n![a](b)\n\nThree')
    expect(put('![c](d)|')).to.equal('![c](d)\n\n![a](b)')
  })

  it('stays within a paragraph, a list, a quote and a table, and on an empty line', () => {
    for (const text of [
      'One |two',
      'One|\ntwo',
      '- One|\n',
      '> One|\n',
      '# One|\n',
      'One\n\n|\n\nTwo',
      '|',
    ])
      expect(put(text), text).to.equal(text.replace('|', '![a](b)'))
  })
})
