import { words, type Grammar, type Rule } from '../grammar.js'

const close: readonly Rule[] = [
  [/\s+/, 'w'],
  [/-?[%}]\}/, 'p', '#pop'],
]
// Of a tag with parameters, where the braces of an output are text.
const tagEnd: readonly Rule[] = [
  [/-?%\}/, 'p', '#pop'],
  [/[ \t]+/, 'w'],
  [/\s/, 'err'],
]
const literals: readonly Rule[] = [
  [/'[^']*'/, 's1'],
  [/"[^"]*"/, 's2'],
  [/\d+\.\d+/, 'mf'],
  [/\d+/, 'mi'],
]
const constants = words('nv', { kc: 'true false nil', nb: 'empty blank' })
const NAME = /[a-zA-Z_][\w-]*\??/

function raw(name: string, token: 'c' | ''): Rule {
  return [
    new RegExp(
      `(\\{%-?)(\\s*)(${name})(\\s*)(-?%\\})(.*?)(\\{%-?)(\\s*)(end${name})(\\s*)(-?%\\})`,
      's',
    ),
    ['p', 'w', 'nt', 'w', 'p', token, 'p', 'w', 'nt', 'w', 'p'],
  ]
}

/** Liquid. */
export const liquid: Grammar = {
  states: {
    root: [
      [/[^{]+/, ''],
      raw('comment', 'c'),
      raw('raw', ''),
      [/(\{%-?)(\s*)/, ['p', 'w'], 'tag'],
      [/(\{\{-?)(\s*)/, ['p', 'w'], 'output'],
      [/\{/, ''],
    ],
    tag: [
      [
        /(?:if|unless|elsif|case|when|endif|endunless|endcase|else|ifchanged|endifchanged)\b/,
        'kr',
        ['#pop', 'condition'],
      ],
      [/(assign|capture|increment|decrement)\b/, 'nt', ['#pop', 'assign']],
      [/(for|tablerow)\b/, 'nt', ['#pop', 'loop']],
      [/cycle\b|echo\b|render\b/, 'nt', ['#pop', 'output']],
      [/include\b/, 'nt', ['#pop', 'include']],
      [/([a-zA-Z_#]\w*)(\s*)/, ['nt', 'w'], ['#pop', 'generic']],
      ...close,
    ],
    condition: [
      ...close,
      [/(?:and|or|contains|in)\b/, 'ow'],
      [/==|!=|<>|[<>]=?/, 'o'],
      'include:values',
    ],
    assign: [[/=/, 'o', ['#pop', 'output']], ...close, 'include:values'],
    loop: [
      ...close,
      [/in\b/, 'nt'],
      [/(?:limit|offset|cols|range)(?=\s*:)/, 'na'],
      [/reversed\b/, 'na'],
      [/:/, 'o'],
      ...literals,
      [/forloop[\w.]*/, 'nb'],
      [/\|/, '', ['#pop', 'generic']],
      [/[^\s%}:'"|]+/, 'nv'],
    ],
    output: [
      ...close,
      [/(\|)(\s*)([a-zA-Z_]\w*)/, ['p', 'w', 'nf'], 'filter'],
      [/\|/, 'p'],
      [/with\b|for\b/, 'nt'],
      'include:values',
    ],
    filter: [
      [/:/, 'p'],
      [/(?=\||-?[%}]\})/, '', '#pop'],
      [/\s+/, 'w'],
      [/([a-zA-Z_][\w-]*)(\s*)(:)/, ['na', 'w', 'p']],
      'include:values',
    ],
    values: [
      [/(?:forloop|tablerowloop)(?:\.\w+)*/, 'nb'],
      ...literals,
      [NAME, constants],
      [/\.\./, 'p'],
      [/[.[\],:()]/, 'p'],
      [/[-+*/=]/, 'o'],
    ],
    include: [
      ...tagEnd,
      [/(\{\{-?)(\s*)/, ['p', 'w'], 'embedded'],
      [/\n/, 'err'],
      [/[/\w-]+(?:\.[\w-]+)+(?!\s*[=:])\b/, ''],
      'include:parameters',
      ...literals,
      [NAME, constants],
      [/[.[\]]/, 'p'],
      'include:rest',
    ],
    embedded: [
      [/-?\}\}/, 'p', '#pop'],
      [/[ \t]+/, 'w'],
      [/(\|)(\s*)([a-zA-Z_]\w*)/, ['p', 'w', 'nf']],
      'include:parameters',
      ...literals,
      [NAME, constants],
      [/[.[\]]/, 'p'],
      'include:rest',
    ],
    generic: [...tagEnd, 'include:parameters', ...literals, 'include:rest'],
    parameters: [
      [/([^\s=:"'%}|]+)(\s*)([=:])/, ['na', 'w', 'o']],
      [/(?:true|false|nil)\b/, 'kc'],
      [/[,:]/, 'p'],
    ],
    rest: [
      [/-/, 'o'],
      [/[^\s%}'"=-][^\s%'"=]*|[}%'"=]/, ''],
    ],
  },
}
