import { words, type Grammar, type Rule } from '../grammar.js'
import { closed } from '../pattern.js'
import { DART_WORDS } from '../words/dart.js'

const names = words('n', DART_WORDS)

const text = (end: string, plain: string): Rule[] => [
  [new RegExp(end), 's', '#pop'],
  [/\\(?:[nrt'"\\]|u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]{2}|[^$])/, 'se'],
  [/\$[a-zA-Z_]\w*/, 'si'],
  [closed(/\$\{/, /[^}]*\}/), 'si'],
  [new RegExp(`${plain}+|[$'"\\\\]`), 's'],
]

/** Dart. */
export const dart: Grammar = {
  states: {
    root: [
      // A name before a parenthesis, behind types at the beginning of a line, is a method's.
      [
        /^((?:[a-zA-Z_][\w.[\]]*\s+){1,9}?)([a-zA-Z_]\w*)(\s*)(\()/,
        (run, _text, match) => {
          run.recurse(match[1] ?? '')
          run.emit('nf', match[2] ?? '')
          run.emit('', match[3] ?? '')
          run.emit('p', '(')
        },
      ],
      [/\s+/, ''],
      [/\/\/[^\n]*/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/r"""[^]*?"""|r'''[^]*?'''|r"[^"\n]*"|r'[^'\n]*'/, 'sx'],
      [/"""/, 's', 'triple_double'],
      [/'''/, 's', 'triple_single'],
      [/"/, 's', 'double'],
      [/'/, 's', 'single'],
      [/@[a-zA-Z_][\w.]*/, 'nd'],
      [/(class|mixin)(\s+)([a-zA-Z_$]\w*)/, ['kd', '', 'nc']],
      [/(?:import|export|library|part(?: of)?|deferred)\b/, 'kn', 'directive'],
      [/#[a-zA-Z_]\w*/, 'ss'],
      [/(\.)([a-zA-Z_][\w$]*)/, ['o', 'na']],
      [
        /[a-zA-Z_$][\w$]*:/,
        (run, label) => {
          const name = label.slice(0, -1)
          if (!names.words.has(name)) return run.emit('nl', label)
          run.emitAs(names, name)
          run.emit('o', ':')
        },
      ],
      [/[a-zA-Z_$][\w$]*/, names],
      [/0x[0-9a-f]+/i, 'mh'],
      [/\d+\.\d+(?:e[+-]?\d+)?/i, 'mf'],
      [/\d+/, 'mi'],
      [/[[\](){}<>;,.]/, 'p'],
      [/[-~^*!%&+=:|/?.]/, 'o'],
    ],
    directive: [[/;/, 'o', '#pop'], 'include:root'],
    double: text('"', '[^"\\\\$]'),
    single: text("'", "[^'\\\\$]"),
    triple_double: text('"""', '[^"\\\\$]'),
    triple_single: text("'''", "[^'\\\\$]"),
  },
}
