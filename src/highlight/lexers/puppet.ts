import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

/** A name with those of the modules that it is in. */
const NAME = String.raw`(?:::)?(?:[a-z]\w*::)*\w+`

/** Puppet. */
export const puppet: Grammar = {
  states: {
    space: [
      [/\s+/, ''],
      [closed(/#/, /.*\n/), 'c'],
    ],
    root: [
      'include:space',
      [new RegExp(`\\$${NAME}`), 'nv'],
      [/[a-z]\w*(?=\s*[=+]>)/, words('py', { kp: 'before require notify subscribe' })],
      [new RegExp(`${NAME}(?=\\s*\\()`), 'nf'],
      [/[A-Z]\w*/, 'nc'],
      [/[+=|~-]>|<[|~-]/, 'p'],
      [/[|:}();[\]]/, 'p'],
      [/[{,]/, 'p', 'regexAllowed'],
      [/(?:in|and|or)\b/, 'ow'],
      [/[=!<>]=/, 'o'],
      [/[=!]~/, 'o', 'regexAllowed'],
      [/[.=<>!+*/-]/, 'o'],
      [new RegExp(`(class|include)(\\s*)(${NAME})`), ['k', '', 'nc']],
      [/node\b/, 'k', 'regexAllowed'],
      [closed(/'/, /(?:\\[\\']|\\(?![\\'])|[^\\'])*'/), 's1'],
      [/"/, 's2', 'double'],
      [/\d+(?:\.\d+)?(?:e[+-]\d+)?/, 'm'],
      [
        new RegExp(NAME),
        words('n', {
          k: 'and case class default define else elsif if in import inherits node unless',
          kc: 'false true undef',
        }),
      ],
    ],
    regexAllowed: ['include:space', [/\//, 'sr', 'regex'], [/(?:)/, '', '#pop']],
    regex: [
      [/\//, 'sr', '#pop'],
      [/\\./, 'se'],
      [/[(){}]/, 'si'],
      [/\[/, 'si', 'regexClass'],
      [/./, 'sr'],
    ],
    regexClass: [
      [/\]/, 'si', '#pop'],
      [/(?<!\[)-(?=\])/, 'sr'],
      [/-/, 'si'],
      [/\\./, 'se'],
      [/[^\\\]-]+/, 'sr'],
    ],
    double: [
      [/"/, 's2', '#pop'],
      [/[^$\\"]+/, 's2'],
      [/\\[^]/, 'se'],
      [new RegExp(`\\$(?:${NAME}|\\{${NAME}\\})`), 'nv'],
    ],
  },
}
