import type { Grammar, Rule, States } from '../grammar.js'
import { closed, closedBefore, closedOnLine, closedInWord } from '../pattern.js'

const WORD = '\\p{L}\\p{M}\\p{N}\\p{Pc}\\p{Cf}:.·'
const NAME = new RegExp(`[\\p{L}:_-][${WORD}-]*`, 'u')

const ATTRIBUTE_END = new RegExp(`[^${WORD}\\[\\]()*-]|$`, 'gu')

const XML_ATTRIBUTE_END = new RegExp(`[^${WORD}-]|$`, 'gu')

const attributes: readonly Rule[] = [
  [/"/, 's', ['#pop', 'double']],
  [/'/, 's', ['#pop', 'single']],
  [/[^\s>]+/, 's', '#pop'],
]

const quoted: States = {
  double: [
    [/"/, 's', '#pop'],
    [/[^"]+/, 's'],
  ],
  single: [
    [/'/, 's', '#pop'],
    [/[^']+/, 's'],
  ],
}

// A script or style lasts to its own end tag, wherever that stands; its lexer sees all before.
function embedded(language: string, end: RegExp): Rule[] {
  return [
    [end, 'nt', '#pop'],
    [/[^<]+/, (run, text) => run.delegate(language, text)],
    [/</, (run, text) => run.delegate(language, text)],
  ]
}

/** HTML, with scripts and style sheets in their own languages. */
export const html: Grammar = {
  states: {
    ...quoted,
    root: [
      [/[^<&]+/, ''],
      [closedInWord(/&/, /\S*?;/), 'ni'],
      [closed(/<!DOCTYPE /i, /.*?>/is), 'cp'],
      [closed(/<!\[CDATA\[/, /.*?\]\]>/s), 'cp'],
      [/<!--/, 'c', 'comment'],
      [closed(/<\?/, /.*?\?>/s), 'cp'],
      [
        /<\s*script\s*/,
        (run, text) => {
          run.restart('javascript')
          run.emit('nt', text)
        },
        ['script', 'tag'],
      ],
      [
        /<\s*style\s*/,
        (run, text) => {
          run.restart('css')
          run.emit('nt', text)
        },
        ['style', 'tag'],
      ],
      [/<\//, 'nt', 'end_tag'],
      [/</, 'nt', 'start_tag'],
    ],
    comment: [
      [/[^-]+/, 'c'],
      [/-->/, 'c', '#pop'],
      [/-/, 'c'],
    ],
    end_tag: [
      [/\s+/, ''],
      [/>/, 'nt', '#pop'],
      [NAME, 'nt', ['#pop', 'end_of_tag']],
    ],
    end_of_tag: [
      [/\s+/, ''],
      [/>/, 'nt', '#pop'],
    ],
    start_tag: [
      [/\s+/, ''],
      [NAME, 'nt', ['#pop', 'tag']],
      [/(?:)/, '', ['#pop', 'tag']],
    ],
    tag: [
      [/\s+/, ''],
      [
        closedBefore(
          ATTRIBUTE_END,
          new RegExp('(?=[\\p{L}:_\\[\\]()*.-])', 'u'),
          new RegExp(`[\\p{L}:_\\[\\]()*.-][${WORD}\\[\\]()*-]*\\s*=\\s*`, 'u'),
        ),
        'na',
        'attribute',
      ],
      [new RegExp(`[\\p{L}:_*#-][${WORD}*#-]*`, 'u'), 'na'],
      [/\/?\s*>/, 'nt', '#pop'],
    ],
    attribute: attributes,
    script: embedded('javascript', /<\s*\/\s*script\s*>/),
    style: embedded('css', /<\s*\/\s*style\s*>/),
  },
}

const XML_NAME = `[\\p{L}:_][${WORD}-]*`

/** XML and its many dialects. */
export const xml: Grammar = {
  states: {
    root: [
      [/[^<&]+/, ''],
      [closedInWord(/&/, /\S*?;/), 'ni'],
      [closedOnLine(/<!\[CDATA\[/, /.*?\]\]>/), 'cp'],
      [/<!--/, 'c', 'comment'],
      [closedOnLine(/<\?/, /.*?\?>/), 'cp'],
      [closed(/<!/, /[^>]*>/), 'cp'],
      [new RegExp(`<\\s*${XML_NAME}`, 'u'), 'nt', 'tag'],
      [new RegExp(`<\\s*/\\s*${XML_NAME}\\s*>`, 'u'), 'nt'],
    ],
    comment: [
      [/[^-]+/, 'c'],
      [/-->/, 'c', '#pop'],
      [/-/, 'c'],
    ],
    tag: [
      [/\s+/, ''],
      [
        closedBefore(XML_ATTRIBUTE_END, /(?=[\p{L}:_])/u, new RegExp(`${XML_NAME}\\s*=`, 'u')),
        'na',
        'attribute',
      ],
      [/\/?\s*>/, 'nt', '#pop'],
    ],
    attribute: [
      [/\s+/, ''],
      [closed(/"/, /[^"]*"/), 's', '#pop'],
      [closed(/'/, /[^']*'/), 's', '#pop'],
      [/[^\s>]+/, 's', '#pop'],
    ],
  },
}
