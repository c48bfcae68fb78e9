import type { Grammar, Rule } from '../grammar.js'
import { closed } from '../pattern.js'
import { CRYSTAL_WORDS } from '../words/crystal.js'
import { anyOf, rubyNames, rubyStates, rubyVariables, singleQuoted } from './ruby.js'
import { heredocs, literalStates } from './rubyParts.js'

const escapes: readonly Rule[] = [
  [/\\(?:[\\abefnrstv#"']|x[a-fA-F0-9]{1,2}|[0-7]{1,3}|u[a-fA-F0-9]{4})/, 'se'],
  [closed(/\\u\{/, /[^}]+\}/), 'se'],
  [/\\./, 'se'],
]

/** Crystal. */
export const crystal: Grammar = {
  start: (run) => run.push('expression'),
  states: {
    ...rubyStates,
    ...literalStates(/%([rqswQWxiI]?)([^\w\s}])/, escapes),
    root: [
      'include:space',
      [/__END__/, 'cp', 'rest'],
      [/0o[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/\d+(?:\.\d+(?:e[+-]?\d+)?(?:_f32)?|e[+-]?\d+|_f32)/i, 'mf'],
      [/\d+(?:_\d+)*(?:_[iu]\d+)?/, 'mi'],
      [closed(/@\[/, /[^\]]+\]/), 'nd'],
      ...rubyVariables,
      'include:strings',
      [new RegExp(`(?:${anyOf(CRYSTAL_WORDS.keywords)})\\b`), 'k', 'expression'],
      [new RegExp(`(?:${anyOf(CRYSTAL_WORDS.pseudo)})\\b`), 'kp', 'expression'],
      [/(module)(\s+)([a-zA-Z_]\w*(?:::[a-zA-Z_]\w*)*)/, ['k', '', 'nn']],
      [/(def|macro\b)(\s*)/, ['k', ''], 'method_name'],
      [/(class\b)(\s*)/, ['k', ''], 'class_name'],
      [new RegExp(`(?:${anyOf(CRYSTAL_WORDS.questions)})\\?`), 'nb', 'expression'],
      [new RegExp(`(?:${anyOf(CRYSTAL_WORDS.shouts)})!`), 'nb', 'expression'],
      [new RegExp(`(?:${anyOf(CRYSTAL_WORDS.builtins)})\\b`), 'nb', 'call'],
      ...heredocs,
      ...rubyNames,
      [/\*\*|\/\/|>=|<=|<=>|<<?|>>?|=~|={3}|!~|&&?|\|\||\./, 'o', 'expression'],
      [/\{%|%\}/, 'p'],
      [/[-+/*%=<>&!^|~]=?/, 'o', 'expression'],
      [/\?/, 'p', ['ternary', 'expression']],
      [/[[({,:\\;/]/, 'p', 'expression'],
      [/[\])}]/, 'p'],
    ],
    strings: [
      [/:@{0,2}[a-z_]\w*[!?]?/i, 'ss'],
      [
        /:(?:===|=?~|\[\][=?]?|\*\*=?|\/\/=?|[=^*/+-]=?|&[&*+-]?=?|\|\|?=?|![=~]?|%=?|<=>|<<?=?|>>?=?|\.\.\.?)/,
        'ss',
      ],
      ...singleQuoted(/:'/, 'ss'),
      [/:"/, 'ss', 'symbol'],
      [/[a-z_]\w*?[?!]?:\s+/, 'ss', 'expression'],
      [/"/, 's2', 'double'],
      [/`/, 'sb', 'backticks'],
      [/(')(\\u[a-fA-F0-9]{4}|\\u\{[a-fA-F0-9]{1,6}\}|\\[abefnrtv])(')/, ['s1', 'se', 's1']],
      ...singleQuoted(/'/, 's1'),
    ],
    escapes: ['include:interpolation', ...escapes],
    ternary: [[/:(?!:)/, 'p', ['#pop', 'expression']], 'include:root'],
    call: [
      [/\//, 'o', ['#pop', 'expression']],
      [/(?=\n)/, '', '#pop'],
      [/(?:)/, '', ['#pop', 'call_spaced']],
    ],
  },
}
