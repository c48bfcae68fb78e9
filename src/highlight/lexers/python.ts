import { words, type Grammar, type Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { PYTHON_WORDS } from '../words/python.js'

const NAME = /[\p{L}_][\p{L}\p{N}\p{M}_]*/u
const names = words('n', PYTHON_WORDS)

// Open strings wait in the queue by their quotes, since those of formats nest.
function open(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, prefix = '', quote = ''] = match
  run.emit('sa', prefix)
  run.emit('s', quote)
  run.queue.push(quote)
  const raw = /r/i.test(prefix)
  run.push(/f/i.test(prefix) ? (raw ? 'raw_format' : 'format') : raw ? 'raw' : 'string')
}

// Three quotes close no text that one of them opened.
function close(run: Lexing, text: string): void {
  run.emit('s', text)
  if (text !== run.queue.at(-1)) return
  run.queue.pop()
  run.pop()
}

const escape: Rule = [
  /\\(?:N\{[a-zA-Z][a-zA-Z ]+[a-zA-Z]\}|u[a-fA-F0-9]{4}|U[a-fA-F0-9]{8}|x[a-fA-F0-9]{2}|[0-7]{1,3}|[\n\\'"abfnrtv])/,
  'se',
]
const quotes: Rule = [/'''|"""|'|"/, close]
const text: Rule[] = [
  [/[^\\'"{]+/, 's'],
  [/\\[^]?|\{/, 's'],
]
const format: Rule[] = [
  [/\{\{/, 's'],
  [/\{/, 'si', 'interpolation'],
]

/** Python. */
export const python: Grammar = {
  states: {
    root: [
      [/\n+/, ''],
      [/[^\S\n]+/, ''],
      [/#(?:.*)?\n?/, 'c1'],
      [/->|!=|==|<<=?|>>=?|<>|[-~+/*%=<>&^|@]=?/, 'o'],
      [/[[\]{}:(),;.]/, 'p'],
      [/\\\n?/, ''],
      [
        /(from)((?:\\\s|\s)+)([\p{L}_.][\p{L}\p{N}_.]*)((?:\\\s|\s)+)(import)/u,
        ['kn', '', 'nn', '', 'kn'],
      ],
      [/(?:class|def)(?!\w)(?!\s)/, 'n'],
      [/(import)(\s+)([\p{L}_.][\p{L}\p{N}_.]*)/u, ['kn', '', 'nn']],
      [/(def)((?:\s|\\\s)+)/, ['k', ''], 'def_name'],
      [/(class)((?:\s|\\\s)+)/, ['k', ''], 'class_name'],
      [/([rfbu]{0,2})('''|"""|'|")/i, open],
      [/`[^`\n]*`/, 'sb'],
      [/(?<!\.)(?:in|is|and|or|not)(?![\w])/, 'ow'],
      [NAME, names],
      [/\d(?:_?\d)*(?:\.(?:\d(?:_?\d)*)?(?:e[+-]?\d(?:_?\d)*)?|e[+-]?\d(?:_?\d)*)j?/i, 'mf'],
      [/\d(?:_?\d)*j/i, 'mf'],
      [/0b(?:_?[01])+/i, 'mb'],
      [/0o(?:_?[0-7])+/i, 'mo'],
      [/0x(?:_?[a-f0-9])+/i, 'mh'],
      [/\d+L/, 'il'],
      [/\d(?:_?\d)*/, 'mi'],
    ],
    // What is no name is an error up to the next name.
    def_name: [[NAME, 'nf', '#pop']],
    class_name: [[NAME, 'nc', '#pop']],
    string: [quotes, escape, ...text],
    raw: [quotes, ...text],
    format: [quotes, escape, ...format, ...text],
    raw_format: [quotes, ...format, ...text],
    // What stands between these signs is read by itself, so that quotes end there; other signs are errors.
    interpolation: [
      [/[^{}!:]+/, (run, part) => run.recurse(part)],
      [/![asr]|:/, 'si'],
      [/\{/, 'si', 'interpolation'],
      [/\}/, 'si', '#pop'],
    ],
  },
}
