import { words, type Grammar, type Rule } from '../grammar.js'
import { closed } from '../pattern.js'
import { DART_WORDS } from '../words/dart.js'

const names = words('n', DART_WORDS)

const text = (quote: string): Rule[] => [
  [new RegExp(quote), 's', '#pop'],
  [new RegExp(`[^${quote}\\\\$]+`), 's'],
  [/\$[a-zA-Z_]\w*/, 'si'],
  [closed(/\$\{/, /[^}]+\}/), 'si'],
  [/\\[nrt'"\\]/, 'se'],
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
      [/"/, 's', 'double'],
      [/'/, 's', 'single'],
      [closed(/r"/, /[^"]*"/), 'sx'],
      [closed(/r'/, /[^']*'/), 'sx'],
      [/#(?:[a-zA-Z_]\w*)?/, 'ss'],
      [/@[a-zA-Z_]\w*/, 'nd'],
      [/(?:class|interface|mixin)\b/, 'kd', 'class'],
      [/(?:import|export|library|part\s*of|part|deferred|source)\b/, 'kn', 'directive'],
      [/(\.)([a-zA-Z_]\w*)/, ['o', 'na']],
      [
        /[a-zA-Z_]\w*:/,
        (run, label) => {
          const name = label.slice(0, -1)
          if (!names.words.has(name)) return run.emit('nl', label)
          run.emitAs(names, name)
          run.emit('o', ':')
        },
      ],
      [/\$?[a-zA-Z_]\w*/, names],
      [/[-~^*!%&|+=:/?]/, 'o'],
      [/[[\](){}<>.,;]/, 'p'],
      [/\d+\.\d+(?:e-?\d+)?/i, 'mf'],
      [/0x[\da-fA-F]+/, 'mh'],
      [/\d+L?/, 'mi'],
    ],
    // What is no name is an error up to the next name.
    class: [
      [/\s+/, ''],
      [/[a-zA-Z_]\w*/, 'nc', '#pop'],
    ],
    directive: [[/;/, 'o', '#pop'], [/(?:show|hide)\b/, 'kd'], 'include:root'],
    double: text('"'),
    single: text("'"),
  },
}
