import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { closed } from '../pattern.js'

const KEYWORDS = 'module output provider provisioner resource terraform variable data'
const DECLARATIONS = 'var local'

/** A text up to the line of its mark: `<<EOF`. */
const HEREDOC: Rule = [
  closed(/<<(-?)([a-zA-Z_]\w*)/, String.raw`(\n[^]*?\n\s*)(\2(?:\n|$))`),
  (run, _text, match) => {
    const body = match[3] ?? ''
    const end = match[4] ?? ''
    run.emit('o', `<<${match[1] ?? ''}`)
    run.emit('no', match[2] ?? '')
    run.emit('sh', body)
    run.emit('no', end)
  },
]

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
