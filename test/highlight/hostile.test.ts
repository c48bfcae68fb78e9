import { expect } from 'chai'
import { createHighlighter } from '../../src/highlight/highlight.js'
import { GRAMMARS } from '../../src/highlight/lexers.js'

const PIECES = [
  'a ',
  'a',
  '(',
  '[',
  '[a](',
  '{',
  '"',
  "'",
  '<a ',
  '</',
  '<<A\n',
  '#{',
  '${',
  '`${',
  '*',
  '**a',
  '/* ',
  '/',
  '\\',
  '\n',
  '\n\n    ',
  '- ',
  'a: ',
  '```\n',
  '{% raw %}',
  '{{ ',
  '@',
  '%(',
  '#if 0\n',
  '"""',
  '\u00e9\u{1f600}',
  '\ud800',
]

// What the spans hold must be the code itself, whatever it is.
function textOf(html: string): string {
  return html
    .replace(/<\/?span[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('hostile code', () => {
  const highlighter = createHighlighter()
  for (const language of Object.keys(GRAMMARS)) {
    it(`is complete after ${language}, however long its constructs stay open`, () => {
      for (const piece of PIECES) {
        const code = piece.repeat(Math.ceil(4000 / piece.length))
        expect(textOf(highlighter.highlight(code, language) ?? ''), piece).to.equal(code)
      }
    })

    it(`is complete after ${language} when pieces are mixed`, () => {
      for (let seed = 1; seed <= 20; seed++) {
        const code = mix(seed)
        expect(textOf(highlighter.highlight(code, language) ?? ''), code).to.equal(code)
      }
    })
  }
})

function mix(seed: number): string {
  let state = seed
  const parts: string[] = []
  for (let i = 0; i < 60; i++) {
    state = (state * 1103515245 + 12345) % 2147483648
    parts.push(PIECES[state % PIECES.length] ?? '')
  }
  return parts.join('')
}
