/** Removes Markdown, Liquid and HTML markup from search snippets. */

interface Piece {
  readonly text: string
  readonly match: boolean
}

/** Mark the start and end of a match while markup is removed; these characters do not occur in texts. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKS = new RegExp(`[${OPEN}${CLOSE}]`, 'g')

/** Each pattern removes one kind of markup. All repetitions are bounded, so that matching is linear. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\{%[^%]{0,200}%\}|\{\{[^}]{0,200}\}\}|\{:[^}\n]{0,200}\}/g, ' '],
  [/<\/?[a-zA-Z][^<>]{0,200}>|<!--|-->/g, ' '],
  // A snippet can be cut anywhere, so a link may have only one of its brackets.
  [/!?\[([^[\]\n]{0,300})\](?:\([^()\n]{0,300}\)?|\[[^[\]\n]{0,100}\])/g, '$1'],
  [/^\s*[:|]?-{3,}[-:| ]*$/gm, ' '],
  [/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])[ \t]+/gm, ''],
  [/[*_~]{2,3}|`+/g, ''],
  [/(^|[\s(\uE000\uE001])[*_](?=[^\s*_])|([^\s*_])[*_](?=$|[\s.,;:!?)\uE000\uE001])/gm, '$1$2'],
  [/(?<![ \t])[ \t]*\|[ \t]*/g, ' '],
  [/\s+/g, ' '],
]

export function plainSnippet(pieces: readonly Piece[]): readonly Piece[] {
  const marked = pieces.map(({ text, match }) => {
    const clean = text.replace(MARKS, '')
    return match ? OPEN + clean + CLOSE : clean
  })
  const plain = SIGNS.reduce(
    (text, [sign, instead]) => text.replace(sign, instead),
    marked.join(''),
  )
  return plain.split(OPEN).flatMap((part, index) => {
    const [found = '', ...rest] = index === 0 ? ['', part] : part.split(CLOSE)
    const after = rest.join('').replace(MARKS, '')
    return [
      { text: found, match: true },
      { text: after, match: false },
    ].filter(({ text }) => text !== '')
  })
}
