/** Links of a text, made, read and changed where they stand; and the headings that they lead to. */

import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect } from 'chai'
import {
  editLink,
  headingsOf,
  linkAt,
  removeLink,
  typedAddress,
  type LinkShown,
} from '../../../src/admin/editor/text/link-source.js'
import { linkedPart } from '../../../src/admin/editor/text/commands.js'
import { createMarkdown, defaultOptions } from '../../../src/kramdown/markdown.js'

/** The state of a text with its cursor at `¦`, or with what is between `‹` and `›` selected. */
function stateOf(shown: string): EditorState {
  const doc = shown.replace(/[‹›¦]/g, '')
  const isEmpty = shown.includes('¦')
  const anchor = shown.indexOf(isEmpty ? '¦' : '‹')
  const head = isEmpty ? anchor : shown.indexOf('›') - 1
  const extensions = markdown({ base: markdownLanguage })
  const state = EditorState.create({ doc, selection: { anchor, head }, extensions })
  ensureSyntaxTree(state, doc.length, 5000)
  return state
}

function edited(shown: string, next: Partial<LinkShown>): string {
  const state = stateOf(shown)
  const part = linkAt(state) ?? linkedPart(state)
  const fresh = { label: state.sliceDoc(part.from, part.to), address: '', isNewTab: false }
  return state
    .update(editLink(state, part, { ...fresh, ...linkAt(state), ...next }))
    .newDoc.toString()
}

const TAB = '{:target="_blank" rel="noopener"}'

describe('A link of the text', () => {
  it('is made of the selection or the word, or has its own words', () => {
    const cases: readonly (readonly [string, Partial<LinkShown>, string])[] = [
      ['a ‹b c› d', { address: '/x/' }, 'a [b c](/x/) d'],
      [
        'One lo¦ng word',
        { address: 'https://a.org/b_(c)' },
        'One [long](https://a.org/b_%28c%29) word',
      ],
      ['One ¦', { label: 'A [b]', address: '/x', isNewTab: true }, `One [A  b](/x)${TAB}`],
      ['¦', { address: '/x' }, '[/x](/x)'],
    ]
    for (const [before, next, after] of cases) expect(edited(before, next)).to.equal(after)
  })

  it('is changed without touching what else stands there', () => {
    const cases: readonly (readonly [string, Partial<LinkShown>, string])[] = [
      ['a [b¦ **c**](/x "T") d', { address: '/y' }, 'a [b **c**](/y "T") d'],
      ['[b](/¦x)', { isNewTab: true }, `[b](/x)${TAB}`],
      [`[b](/¦x)${TAB}`, { isNewTab: false }, '[b](/x)'],
      ['[b](/¦x){: .wide}', { isNewTab: true }, '[b](/x){: .wide target="_blank" rel="noopener"}'],
      ['[b](/¦x){: .wide target="_blank"}', { isNewTab: false }, '[b](/x){: .wide}'],
      ['[b](/¦x)', { label: 'c' }, '[c](/x)'],
      [`[b](/¦x)${TAB}`, {}, `[b](/x)${TAB}`],
    ]
    for (const [before, next, after] of cases) expect(edited(before, next)).to.equal(after)
    const state = stateOf(`a [b¦ c](/x)${TAB} d`)
    const link = linkAt(state)
    expect(link && state.update(removeLink(link)).newDoc.toString()).to.equal('a b c d')
  })

  it('leads to what is an address, and all else is searched for', () => {
    const addresses = ['https://a.org/x', 'mailto:a@b.org', '/about/', '#top', 'tel:+4930']
    for (const text of addresses) expect(typedAddress(` ${text} `)).to.equal(text)
    expect(typedAddress('ada@example.org')).to.equal('mailto:ada@example.org')
    expect(typedAddress('www.example.org/x')).to.equal('https://www.example.org/x')
    for (const text of ['', 'harbour', 'a/b', 'https:// x', '/two words', 'javascript:alert(1)'])
      expect(typedAddress(text), text).to.equal(null)
  })

  it('finds the headings as kramdown names them', () => {
    const text = [
      '# Low *water*, `high` water & [more](/x)!',
      'Über uns — ¹ 2.0\n---',
      '## Tides\n\n## Tides\n\n### Tides ##',
      '```\n# no heading\n```',
      '## Own {#my-own}',
      '> ## Quoted',
    ].join('\n\n')
    const { html } = createMarkdown({ ...defaultOptions, input: 'GFM' }).toHtml(text)
    const ids = [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids).to.have.length(7)
    expect(headingsOf(text).map(({ id }) => id)).to.deep.equal(ids)
    expect(headingsOf(text)[0]?.title).to.equal('Low water, high water & more!')
  })
})
