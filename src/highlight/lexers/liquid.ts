import { words, type Grammar, type Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const NAME = '[a-zA-Z_][\\w-]*\\??'
const names = words('nv', { kc: 'true false nil', nb: 'empty blank', nf: 'size first last' })

const values: readonly Rule[] = [
  [/[ \t]+/, 'w'],
  [/'[^']*'/, 's1'],
  [/"[^"]*"/, 's2'],
  [/\d+\.\d+/, 'mf'],
  [/\d+/, 'mi'],
]
const tagEnd: Rule = [/-?%\}/, 'p', '#pop']
const path: readonly Rule[] = [
  [/forloop(?:\.[\w-]+)+/, 'nb'],
  [/\.(?=[\w.])/, 'p'],
  [/[[\]]/, 'p'],
  [/-/, 'o'],
  [new RegExp(NAME), names],
]
const filter = (...states: string[]): Rule => [
  /(\|)(\s*)([a-zA-Z_][\w.]*)/,
  ['p', 'w', 'nf'],
  states,
]
const named: Rule = [/([^\s:='",[\]%-][^\s:='",%]*)(\s*)([:=])/, ['na', 'w', 'o']]

// A tag whose text is not Liquid: all of it, up to the end tag, has one class.
function verbatim(name: string, token: '' | 'c'): Rule[] {
  return [
    [new RegExp(`(\\{%-?)(\\s*)(end${name})(\\s*)(-?%\\})`), ['p', 'w', 'nt', 'w', 'p'], '#pop'],
    [/[^{]+|\{/, token],
  ]
}

// Opens a tag of this name; the states wait on the stack for what follows.
const tag = (name: string, token: 'nt' | 'kr', ...states: string[]): Rule => [
  new RegExp(`(\\{%-?)(\\s*)(${name})\\b`),
  ['p', 'w', token],
  states,
]

const loop: Rule = [
  /(\{%-?)(\s*)(for|tablerow)(\s+)([\w-]+)(\s+)(in)(\s+)(?:("[^"]*"|'[^']*')|([^\s,%]+))/,
  (run: Lexing, _text, match) => {
    const classes = ['p', 'w', 'nt', 'w', 'nv', 'w', 'nt', 'w'] as const
    for (const [i, token] of classes.entries()) run.emit(token, match[i + 1] ?? '')
    const quoted = match[9] ?? ''
    run.emit(quoted.startsWith('"') ? 's2' : 's1', quoted)
    run.emit('nv', match[10] ?? '')
  },
  ['loop_options', 'loop'],
]

/** Liquid, with the text around it plain. */
export const liquid: Grammar = {
  states: {
    root: [
      [/(\{%-?)(\s*)(comment)(\s*)(-?%\})/, ['p', 'w', 'nt', 'w', 'p'], 'comment'],
      [/(\{%-?)(\s*)(raw)(\s*)(-?%\})/, ['p', 'w', 'nt', 'w', 'p'], 'raw'],
      [/(\{\{-?)(\s*)/, ['p', 'w'], 'output'],
      tag('if|unless|elsif', 'kr', 'condition'),
      tag('case|when', 'kr', 'operand'),
      [/(\{%-?)(\s*)(else|endif|endunless|endcase)(\s*)(-?%\})/, ['p', 'w', 'kr', 'w', 'p']],
      tag('assign', 'nt', 'assign'),
      tag('echo', 'nt', 'output_tag'),
      [/(\{%-?)(\s*)(cycle)(\s*)/, ['p', 'w', 'nt', 'w'], 'cycle'],
      tag('include|render', 'nt', 'include'),
      loop,
      [
        /(\{%-?)(\s*)(capture|increment|decrement)(\s+)([^\s%]+)(\s*)(-?%\})/,
        ['p', 'w', 'nt', 'w', 'nv', 'w', 'p'],
      ],
      [/(\{%-?)(\s*)([^\s%]+)(\s*)/, ['p', 'w', 'nt', 'w'], 'tag'],
      [/(\{%-?)(\s*)/, ['p', 'w'], 'name'],
      [/[^{]+|\{/, ''],
    ],
    comment: verbatim('comment', 'c'),
    raw: verbatim('raw', ''),
    name: [tagEnd, [/[^\s%]+/, 'nt', ['#pop', 'tag']]],
    output: [[/-?\}\}/, 'p', '#pop'], filter('filter'), ...values, ...path],
    filter: [
      [/-?\}\}/, 'p', '#pop:2'],
      [/-?%\}/, 'p', '#pop:2'],
      filter(),
      [/[:,]/, 'p'],
      ...values.slice(0, 3),
      named,
      ...values.slice(3),
      ...path,
      [/[^\s,}%]+/, ''],
    ],
    condition: [
      tagEnd,
      [/[=!<>]=|<>|[<>]/, 'o'],
      [/(?:and|or|contains)\b(?![-?])/, 'ow'],
      ...values,
      ...path,
    ],
    operand: [tagEnd, ...values, ...path],
    output_tag: [tagEnd, filter('filter'), ...values, ...path],
    assign: [tagEnd, [/=/, 'o'], filter('filter'), ...values, ...path],
    cycle: [
      tagEnd,
      [new RegExp(`(${NAME})(\\s*)(:)`), ['na', 'w', 'p']],
      [/[:,]/, 'p'],
      ...values,
      ...path,
    ],
    include: [
      tagEnd,
      [/(\{\{)(\s*)/, ['p', 'w'], 'output'],
      [/(?:with|for)\b(?![-.])/, 'nt'],
      [/,/, 'p'],
      named,
      [/[\w/-]*(?:\.[\w/-]+)+/, ''],
      ...values,
      ...path,
      [/[^\s,%]+/, ''],
    ],
    loop: [
      [/\s+/, 'w', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    loop_options: [[/reversed\b/, 'na'], 'include:tag'],
    tag: [
      tagEnd,
      [/,/, 'p'],
      ...values.slice(0, 3),
      named,
      [/\d+\.\d+(?![\w.])/, 'mf'],
      [/\d+/, 'mi'],
      [/(?:true|false|nil)\b/, 'kc'],
      [/-/, 'o'],
      [/\S+/, ''],
    ],
  },
}
