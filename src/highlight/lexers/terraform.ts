import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closedBefore } from '../pattern.js'

const KEYWORDS = 'module output provider provisioner resource terraform variable data'
const DECLARATIONS = 'var local'

/** A text up to the line of its mark: `<<EOF`. */
const HEREDOC: Rule = [
  /(<<-?)(\s{0,80})('?)(\\?)(\w+)(\3)/,
  (run, _text, [, sign = '', space = '', quote = '', escape = '', name = '', end = '']) => {
    run.emit('o', sign)
    run.emit('', space)
    run.emit('sh', quote + escape)
    run.emit('no', name)
    run.emit('sh', end)
    run.notes.set('heredoc', name)
    run.push('heredoc')
  },
]

// A line of one word ends the text when it is the mark; the next one may be such a line again.
function heredocWord(run: Lexing, text: string, [, word]: RegExpExecArray): void {
  if (word !== run.notes.get('heredoc')) return run.emit('sh', text)
  run.emit('no', text)
  run.pop(2)
}

/** What HashiCorp's languages share. A name may have a block behind it; but constants have none. */
export const hclStates: States = {
  space: [
    [/\s+/, ''],
    [/(?:\/\/|#).*/, 'c1'],
    [/\/\*/, 'cm', 'comment'],
  ],
  comment: [
    [/\*\//, 'cm', '#pop'],
    [/[^*/]+|[*/]/, 'cm'],
  ],
  primitives: [
    [/[0-9]+\.[0-9]+(?:[eE][0-9]+)?[fd]?(?:[kKmMgG]b?)?/, 'mf'],
    [/[0-9]+(?:[kKmMgG]b?)?/, 'mi'],
    [/"/, 's2', 'double'],
    [/'/, 's1', 'single'],
    HEREDOC,
  ],
  root: ['include:space', 'include:primitives', 'include:nested', 'include:names'],
  nested: [
    [/\{/, 'p', 'block'],
    [/\[/, 'p', 'list'],
  ],
  names: [
    [/(?:true|false|null)(?![a-zA-Z0-9_])/, 'kc'],
    [/[$a-z_][a-z0-9_]*/i, 'nx', 'named'],
  ],
  named: [
    'include:space',
    [/\{/, 'p', ['#pop', 'block']],
    [/\[/, 'p', ['#pop', 'list']],
    'include:root',
    [/(?:)/, '', '#pop'],
  ],
  block: ['include:signs', 'include:space', [/=/, 'p'], [/\}/, 'p', '#pop'], 'include:root'],
  list: ['include:signs', 'include:space', [/,/, 'p'], [/\]/, 'p', '#pop'], 'include:root'],
  signs: [],
  heredoc: [
    [/\n/, 'sh', 'heredocLine'],
    [/[^\n]+/, 'sh'],
  ],
  heredocLine: [
    [closedBefore(/\S|$/g, /(?:)/, /\s*(\w+)\s*\n/), heredocWord],
    [/(?:)/, '', '#pop'],
  ],
  double: [
    [/[^\\"]+/, 's2'],
    [/\\"/, 'se'],
    [/"/, 's2', '#pop'],
  ],
  single: [
    [/[^\\']+/, 's1'],
    [/\\'/, 'se'],
    [/'/, 's1', '#pop'],
  ],
}

/** Terraform. */
export const terraform: Grammar = {
  states: {
    ...hclStates,
    names: [
      [/(?:true|false|null)(?![a-zA-Z0-9_])/, 'kc'],
      [/[$a-z_][a-z0-9_]*/i, words('nx', { k: KEYWORDS, kd: DECLARATIONS }), 'named'],
    ],
    signs: [[/[.,()*]/, 'p']],
    strings: [
      [/\\./, 'se'],
      [/\$\{/, 'k', 'interpolation'],
    ],
    double: [[/[^\\"$]+/, 's2'], 'include:strings', [/"/, 's2', '#pop']],
    single: [[/[^\\'$]+/, 's1'], 'include:strings', [/'/, 's1', '#pop']],
    interpolation: [[/\}/, 'k', '#pop'], 'include:expression'],
    expression: [
      [/"\//, 'dl', ['#pop', 'regexp']],
      'include:primitives',
      [/\s+/, ''],
      [/\+\+|--|~|&&|\|\||\\(?=\n)|<<|>>>?|==|!=/, 'o'],
      [/[-<>+*%&|^/!=?:]=?/, 'o'],
      [/[([,)\].]/, 'p'],
      [
        /[$a-z_-][a-z0-9_-]*/i,
        words('nx', { k: KEYWORDS, kd: DECLARATIONS, kc: 'true false null' }),
      ],
    ],
    regexp: [
      [/[^"/\\]+|\\./, 'sr'],
      [/\/"/, 'dl', '#pop'],
      [/["/]/, 'sr'],
    ],
  },
}
