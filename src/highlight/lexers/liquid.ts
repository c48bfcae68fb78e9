import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed, closedBefore } from '../pattern.js'
import type { TokenClass } from '../token.js'

function toRoot(run: Lexing): void {
  run.pop(run.depth - 1)
}

function end(run: Lexing, text: string): void {
  run.emit('p', text)
  toRoot(run)
}

const endOfTag: Rule = [/-?\}\}/, end]
const endOfBlock: Rule = [/-?%\}/, end]

const textClass = (text: string, otherwise: TokenClass): TokenClass =>
  /'[^']*'/.test(text) ? 's1' : /"[^"]*"/.test(text) ? 's2' : otherwise

const cycle: Rule = [
  /(cycle)(\s+)(?:([^\s:]*)(\s*)(:))?(\s*)/,
  (run, _text, [, tag = '', space = '', name = '', before = '', colon = '', after = '']) => {
    run.emit('nt', tag)
    run.emit('w', space)
    run.emit(textClass(name, 'na'), name)
    run.emit('w', before)
    run.emit('p', colon)
    run.emit('w', after)
  },
  'variables',
]

const loop: Rule = [
  /((?:for|tablerow)\s+[\w-]+\s+in)(\s+)((?:[^\s%,|'"]|"[^"]{0,300}"|'[^']{0,300}')+)(\s*)/,
  (run, _text, [, head = '', space = '', values = '', after = '']) => {
    const [tag = '', first = '', name = '', second = '', inside = ''] = head.split(/(\s+)/)
    run.emit('nt', tag)
    run.emit('w', first)
    run.emit('nv', name)
    run.emit('w', second)
    run.emit('nt', inside)
    run.emit('w', space)
    run.emit(textClass(values, 'nv'), values)
    run.emit('w', after)
  },
  'tag_words',
]

const basic: readonly Rule[] = [
  [/[ \t]+/, 'w'],
  [/(?:false|true|nil)\b/, 'kc'],
  [closed(/'/, /[^']*'/), 's1'],
  [closed(/"/, /[^"]*"/), 's2'],
  [/-/, 'o'],
  [/\d+\.\d+/, 'mf'],
  [/\d+/, 'mi'],
]

const variable: readonly Rule[] = [
  [/(?:empty|blank|forloop\.[^\s%}|:]+)\b/, 'nb'],
  [/\.(?=\w)|[[\]]/, 'p'],
  [/(?:first|last|size)\b/, 'nf'],
  [/[a-zA-Z_][\w-]*\??/, 'nv'],
]

const parameters: readonly Rule[] = [
  ...basic,
  [closedBefore(/[ \t\n\v\f\r=:]|$/g, /(?=[^\s=:])/, /([^\s=:]+)(\s*)(=|:)/), ['na', 'w', 'o']],
  [/[,:]/, 'p'],
]

const variables: readonly Rule[] = [...parameters, ...variable, [/\S+/, '']]

// A tag whose text is not Liquid: all of it, up to the end tag, has one class.
const verbatim = (name: string, token: '' | 'c'): Rule[] => [
  [/[^{]+/, token],
  [
    new RegExp(`(\\{%-?)(\\s*)(end${name})(\\s*)(-?%\\})`),
    (run, _text, match) => {
      for (const [i, part] of (['p', 'w', 'nt', 'w', 'p'] as const).entries()) {
        run.emit(part, match[i + 1] ?? '')
      }
      toRoot(run)
    },
  ],
  [/\{/, token],
]

/** Liquid, with the text around it plain. */
export const liquid: Grammar = {
  states: {
    root: [
      [/[^{]+/, ''],
      [/(\{%-?)(\s*)/, ['p', 'w'], 'tag'],
      [/(\{\{-?)(\s*)/, ['p', 'w'], 'output'],
      [/\{/, ''],
    ],
    tag: [
      [/(?:if|elsif|unless|case)\b/, 'kr', 'condition'],
      [/when\b/, 'kr', 'when'],
      [/(else)(\s*)(-?%\})/, ['kr', 'w', 'p'], '#pop'],
      [/(capture|(?:in|de)crement)(\s+)([^\s%]+)(\s*)(-?%\})/, ['nt', 'w', 'nv', 'w', 'p'], '#pop'],
      [/(comment)(\s*)(-?%\})/, ['nt', 'w', 'p'], 'comment'],
      [/(raw)(\s*)(-?%\})/, ['nt', 'w', 'p'], 'raw'],
      [/(end(?:if|unless|case))(\s*)(-?%\})/, ['kr', 'w', 'p'], '#pop'],
      [/(end[^\s%]+)(\s*)(-?%\})/, ['nt', 'w', 'p'], '#pop'],
      [/(?:assign|echo)\b/, 'nt', 'assign'],
      [/(?:include|render)\b/, 'nt', 'include'],
      cycle,
      loop,
      [/([^\s%]+)(\s*)/, ['nt', 'w'], 'tag_words'],
    ],
    output: [
      [/(\|)(\s*)([a-zA-Z_][^\s}|:]*)/, ['p', 'w', 'nf'], 'filters'],
      endOfTag,
      ...basic,
      ...variable,
    ],
    filters: [
      [/(\|)(\s*)([a-zA-Z_][^\s%}|:]*)/, ['p', 'w', 'nf']],
      endOfTag,
      endOfBlock,
      ...variables,
    ],
    condition: [
      [/[=!]=|[<>]=?/, 'o'],
      [/(?:and|or|contains)\b/, 'ow'],
      endOfBlock,
      ...basic,
      ...variable,
    ],
    when: [endOfBlock, ...basic, ...variable],
    tag_words: [[/reversed\b/, 'na'], endOfBlock, ...parameters, [/\S+/, '']],
    variables: [endOfBlock, ...variables],
    comment: verbatim('comment', 'c'),
    raw: verbatim('raw', ''),
    assign: [
      [/=/, 'o'],
      [/(\|)(\s*)([a-zA-Z_][^\s%|:]*)/, ['p', 'w', 'nf'], 'filters'],
      endOfBlock,
      ...basic,
      ...variable,
    ],
    include: [
      [/(\{\{-?)(\s*)/, ['p', 'w'], 'embedded'],
      [/(?:with|for)\b/, 'nt'],
      [closedBefore(/[^/\w-]|$/g, /(?=[/\w-])/, /[/\w-]+(?:\.[\w-]+)+\b/), ''],
      endOfBlock,
      ...variables,
    ],
    embedded: [
      [/(\|)(\s*)([a-zA-Z_][^\s}|:]*)/, ['p', 'w', 'nf']],
      [/-?\}\}/, 'p', '#pop'],
      ...variables,
    ],
  },
}
