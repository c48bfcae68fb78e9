/** Removes Markdown, Liquid and HTML markup from search snippets. */

interface Piece {
  readonly text: string
  readonly match: boolean
}

/** Mark the start and end of a match while markup is removed; these characters do not occur in texts. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

type Sign = readonly [pattern: RegExp, instead: string]

/** Stands for the end of a heading or paragraph while markup is removed. */
const END = '\uE002'
const MARKS = new RegExp(`[${OPEN}${CLOSE}${END}]`, 'g')

/** Headings end with their line, paragraphs before an empty one. */
const BLOCKS: readonly Sign[] = [
  [/(?:^|\n)(… )?[ \t]{0,3}#{1,6} ([^\n]{1,300})(?=\n)/g, `${END}$1$2${END}`],
  [/ #{1,6}(?=\uE002)/g, ''],
  [/\n(?:={2,100}|-{2,100})(?=\n)/g, END],
  [/\n\n/g, END],
]

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

/** The lines of a paragraph may have been joined by spaces. */
const LINES: readonly Sign[] = [
  [/`{3,}[\w-]{0,30}/g, ' '],
  [/(?<!\S)[-:|]{0,100}(?:-{3}|\|:?-)[-:|]{0,100}(?!\S)|(?<!\S)={3,100}(?!\S)/g, ' '],
  [/(?<!\S)#{1,6}(?!\S)/g, ' '],
  [/(^|\uE002)\s*(…?)\s*(?:[-*+>]\s+)+/g, '$1$2 '],
  [/(?<=[.!?:;…"”“»]\s)(?:> ?){1,5}(?!\S)/g, ' '],
  [/(?<=[^\s\d] )\*(?= [^\s\d])/g, '-'],
]

const INLINE: readonly Sign[] = [
  [/[*_~]{2,3}|`+/g, ''],
  [/(^|[\s(\uE000\uE001])[*_](?=[^\s*_])|([^\s*_])[*_](?=$|[\s.,;:!?)\uE000\uE001])/g, '$1$2'],
  [/\\(?=[!-/:-@[-`{-~])/g, ''],
  [/\|/g, ' '],
  [/\s+/g, ' '],
]

/** A snippet is shown in one line, in which most punctuation marks separate as well as a dot does. */
const ENDS: readonly Sign[] = [
  [/[ \uE002]{0,20}\uE002[ \uE002]{0,20}/g, END],
  [/^\uE002|\uE002$/g, ''],
  [/(?<=[.,:;!?…–—]["'”“»)]?)\uE002|\uE002(?=…$)/g, ' '],
  [/\uE002/g, ' · '],
]

const ALL = [...BLOCKS, ...SIGNS, ...CUT, ...LINES, ...INLINE, ...ENDS]

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
