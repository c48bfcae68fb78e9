/** Removes Markdown, Liquid and HTML markup from search snippets. */

interface Piece {
  readonly text: string
  readonly match: boolean
}

/** Mark the start and end of a match while markup is removed; these characters do not occur in texts. */
const OPEN = '\uE000'
const CLOSE = '\uE001'
const MARKS = new RegExp(`[${OPEN}${CLOSE}]`, 'g')

type Sign = readonly [pattern: RegExp, instead: string]

/** Each pattern removes one kind of markup. All repetitions are bounded, so that matching is linear. */
const SIGNS: readonly Sign[] = [
  [/\{%(?:[^%]|%(?!\})){0,200}%\}|\{\{[^}]{0,200}\}\}|\{[:#][^}]{0,200}\}/g, ' '],
  [/<\/?[a-zA-Z][^<>]{0,200}>|<!--|-->/g, ' '],
  // Of a link whose text is a picture, the picture is removed first.
  ...Array<Sign>(2).fill([
    /!?\[([^[\]]{0,300})\](?:\([^()\s]{0,300}(?:\s["'][^"']{0,200}["']?)?\)?|\[[^[\]]{0,100}\])/g,
    '$1',
  ]),
  [/\[\^[^\]\s]{1,50}\]:?|\[[^[\]]{1,100}\]:\s\S{1,300}/g, ''],
]

/** Markup of which a snippet has only the end or the beginning, because it was cut out of a text. */
const CUT: readonly Sign[] = [
  [/^… [^{}]{0,200}[%}]\}/, '… '],
  [/^… [^<>]{0,200}["'/]>/, '… '],
  [/^… [^()\s]{0,300}\/[^()\s]{0,300}\)/, '… '],
  [/\](?:\([^()\s]{0,300}\)?|\[[^[\]]{0,100}\])/g, ''],
  [/(?:\{[%{:#][^}]{0,200}|<\/?[a-zA-Z][^<>]{0,200}) …$/, ' …'],
  [/!?\[([^[\]]{0,300} …)$/, '$1'],
]

/** A snippet is one line: the lines of its text are joined by spaces. */
const LINES: readonly Sign[] = [
  [/`{3,}[\w-]{0,30}/g, ' '],
  [/(?<!\S)[-:|]{0,100}(?:-{3}|\|:?-)[-:|]{0,100}(?!\S)|(?<!\S)={3,100}(?!\S)/g, ' '],
  [/(?<!\S)#{1,6}(?!\S)/g, ' '],
  [/^\s*(…?)\s*(?:[-*+>]\s+)+/, '$1 '],
  [/(?<=[.!?:;…"”“»] )(?:> ?){1,5}(?!\S)/g, ' '],
  [/(?<=[^\s\d] )\*(?= [^\s\d])/g, '-'],
]

const INLINE: readonly Sign[] = [
  [/[*_~]{2,3}|`+/g, ''],
  [/(^|[\s(\uE000\uE001])[*_](?=[^\s*_])|([^\s*_])[*_](?=$|[\s.,;:!?)\uE000\uE001])/g, '$1$2'],
  [/\\(?=[!-/:-@[-`{-~])/g, ''],
  [/\|/g, ' '],
  [/\s+/g, ' '],
]

const ALL = [...SIGNS, ...CUT, ...LINES, ...INLINE]

export function plainSnippet(pieces: readonly Piece[]): readonly Piece[] {
  const marked = pieces.map(({ text, match }) => {
    const clean = text.replace(MARKS, '')
    return match ? OPEN + clean + CLOSE : clean
  })
  const plain = ALL.reduce((text, [sign, instead]) => text.replace(sign, instead), marked.join(''))
  return plain.split(OPEN).flatMap((part, index) => {
    const [found = '', ...rest] = index === 0 ? ['', part] : part.split(CLOSE)
    const after = rest.join('').replace(MARKS, '')
    return [
      { text: found, match: true },
      { text: after, match: false },
    ].filter(({ text }) => text !== '')
  })
}
