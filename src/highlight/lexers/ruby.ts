import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closed } from '../pattern.js'

const KEYWORDS = `BEGIN END alias begin break case class def defined\\? do else elsif end ensure for if
  in next raise redo rescue retry return super then undef unless until when while yield`
const CALLS_PSEUDO = `__FILE__ __LINE__ false nil true loop include extend private protected public
  module_function attr alias_method catch throw`
const BUILTINS = `self attr_reader attr_writer attr_accessor proc lambda fail abort exit at_exit sleep rand srand
  format sprintf printf print puts p putc getc gets readline readlines open system exec fork trap
  binding caller callcc eval instance_eval class_eval module_eval send __send__ __id__ freeze dup
  clone require require_relative load autoload ancestors class_variables const_get const_missing
  const_set constants display gsub sub global_variables hash id inspect instance_method
  instance_methods instance_variable_get instance_variable_set instance_variables local_variables
  method method_missing methods name object_id private_class_method private_instance_methods
  private_methods protected_instance_methods protected_methods public_class_method
  public_instance_methods public_methods scan select set_trace_func singleton_methods split syscall
  taint test to_a to_s trace_var untaint untrace_var warn chomp chop included_modules`
/** Built in with a question mark behind them. */
const QUESTIONS = `block_given autoload const_defined eql equal frozen instance_of is_a iterator kind_of
  private_method_defined protected_method_defined public_method_defined respond_to tainted
  method_defined`

const oneOf = (list: string): string =>
  list
    .trim()
    .split(/\s+/)
    .sort((a, b) => b.length - a.length)
    .join('|')

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

const escapes: Rule = [/\\(?:\d{1,3}|x[\da-fA-F]{1,2}|.)/, 'se']

// %-literals nest their own brackets; the kind, the delimiters and the depth wait in the queue.
function openLiteral(run: Lexing, kind: string, open: string): void {
  run.emit(kind === 'r' ? 'sr' : 'sx', `%${kind}${open}`)
  run.queue.push(`${kind}${open}${CLOSERS[open] ?? open}`)
  run.push(/^[wiqs]?$/.test(kind) ? 'literal_raw' : kind === 'r' ? 'literal_regex' : 'literal')
}

function literalPart(token: 'sx' | 'sr') {
  return (run: Lexing, text: string): void => {
    const spec = run.queue[run.queue.length - 1] ?? ''
    const [open, close] = [spec.slice(-2, -1), spec.slice(-1)]
    run.emit(token, text)
    if (text === close) {
      run.queue.pop()
      run.pop()
      if (token === 'sr' && run.queue[run.queue.length - 1] !== spec) {
        const flags = /[mixounse]*/y
        flags.lastIndex = run.at
        const found = flags.exec(run.text)?.[0] ?? ''
        run.at += found.length
        run.emit('sr', found)
      }
    } else if (text === open) {
      run.queue.push(spec)
      run.push(run.state)
    }
  }
}

// Where nothing is put in, a backslash escapes the delimiters, itself and `#`.
function rawEscape(run: Lexing, text: string, [, sign = '']: RegExpExecArray): void {
  const spec = run.queue[run.queue.length - 1] ?? ''
  if (`#\\${spec.slice(-2)}`.includes(sign)) return run.emit('se', text)
  run.emit('sx', '\\')
  run.at -= sign.length
}

// Bodies of heredocs begin after the line that names them, in the order of their names.
function heredocLine(run: Lexing, text: string): void {
  run.emit('sh', text)
  const [spec = '', ...rest] = run.queue.filter((item) => item.startsWith('<<'))
  const line = /[^\n]*/y
  line.lastIndex = run.at
  const found = line.exec(run.text)?.[0] ?? ''
  const name = spec.slice(3)
  const ends = spec[2] === '-' ? found.trim() === name : found.trimEnd() === name
  if (!ends) return
  run.at += found.length
  run.emit('no', found)
  run.queue = [...rest, ...run.queue.filter((item) => !item.startsWith('<<'))]
  if (rest.length === 0) run.pop()
}

function newline(run: Lexing, text: string): void {
  if (!run.queue.some((item) => item.startsWith('<<'))) return run.emit('', text)
  run.push('heredoc')
  heredocLine(run, text)
}

/** Ruby. */
export const ruby: Grammar = {
  states: {
    root: [
      [/(?<=^[ \t]*)\//, 'sr', 'regex'],
      [/(?<=^[ \t]*)%([^\w\s])/, (run, _text, match) => openLiteral(run, '', match[1] ?? '')],
      'include:space',
      [/(?<![^])__END__\n[^]*/, 'cp'],
      [/^__END__\n[^]*/, 'cp'],
      [/0_?[0-7]+(?:_[0-7]+)*/, 'mo'],
      [/0x[0-9A-Fa-f]+(?:_[0-9A-Fa-f]+)*/, 'mh'],
      [/0b[01]+(?:_[01]+)*/, 'mb'],
      [/\d+(?:_\d+)*(?:\.\d+(?:_\d+)*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/, 'mf'],
      [/[\d]+(?:_\d+)*/, 'mi'],
      [/@@[a-z_]\w*/i, 'vc'],
      [/@[a-z_]\w*/i, 'vi'],
      [/\$[a-zA-Z_]\w*|\$[*$?:!@/\\;,.=+<>"`'~_&0-9]|\$-[a-zA-Z]/, 'vg'],
      [/::/, 'o'],
      'include:strings',
      [/(?:BEGIN|END)\b(?![?!])/, 'k', 'expression'],
      [new RegExp(`(?:${oneOf(CALLS_PSEUDO)})\\b`), 'kp', 'expression'],
      [/module\b/, 'k', 'module_name'],
      [/def\b/, 'k', 'def_name'],
      [/class\b/, 'k', 'class_name'],
      [new RegExp(`(?:${oneOf(KEYWORDS)})(?!\\w)`), 'k', 'expression'],
      [new RegExp(`(?:${oneOf(QUESTIONS)})\\?|(?:exit|gsub|sub|chomp|chop)!`), 'nb', 'expression'],
      [new RegExp(`(?:${oneOf(BUILTINS)})\\b`), 'nb', 'call_argument'],
      [/(?<!\.)[A-Z]\w*(?=\s*\()/, 'no', 'call_argument'],
      [/([A-Z]\w*)/, 'no', 'call_argument'],
      [
        /(\.)(?!\.)(\s*)([a-z_]\w*[?!]?|[-+*%&^`~/[<>=,.])/i,
        (run, _text, match) => {
          const name = match[3] ?? ''
          const constant = /^[A-Z]/.test(name)
          run.emit(constant ? 'o' : 'p', '.')
          run.emit('', match[2] ?? '')
          run.emit(constant ? 'no' : 'nf', name)
        },
        'call_argument',
      ],
      [/[a-zA-Z_]\w*[?!]?/, 'n', 'call_argument'],
      [/\*\*|<<?|>>?|<=>|>=|<=|\.\.\.?|=~|={3}|!~|&&?|\|\||\./, 'o', 'expression'],
      [/[-+/*%=<>&!^|~]=?/, 'o', 'expression'],
      [/\?/, 'p', ['ternary', 'expression']],
      [/[[({,;:]/, 'p', 'expression'],
      [/[\])}\\]/, 'p'],
    ],
    space: [
      [/\n/, newline],
      [/[ \t\r\f\v]+/, ''],
      [closed(/^=begin\b/, /.*?\n=end\b.*?$/ms), 'cm'],
      [/#.*$/, 'c1'],
    ],
    ternary: [[/:(?!:)/, 'p', ['#pop', 'expression']], 'include:root'],
    call_argument: [
      [/( +)(\/)(?=[^ =\n])/, ['', 'sr'], ['#pop', 'regex']],
      [
        /( +)(%)([rqswQWxiI]?)([^\w\s=])/,
        (run, _text, match) => {
          run.emit('', match[1] ?? '')
          run.pop()
          openLiteral(run, match[3] ?? '', match[4] ?? '')
        },
      ],
      [/(?:)/, '', '#pop'],
    ],
    // Where an operand is due, `/`, `?` and `<<` begin literals.
    expression: [
      [/:[a-zA-Z_]\w*[?!]?/, 'ss', '#pop'],
      [/\n/, newline],
      [/[ \t\r\f\v]+/, ''],
      [/\//, 'sr', ['#pop', 'regex']],
      [
        /%([rqswQWxiI]?)([^\w\n=]|=(?!\w))/,
        (run, _text, match) => {
          run.pop()
          openLiteral(run, match[1] ?? '', match[2] ?? '')
        },
      ],
      [
        /\?(?:\\[MC]-)*(?:\\(?:[\\abefnrstv#"']|x[a-fA-F0-9]{1,2}|[0-7]{1,3})|\S)(?!\w)/,
        'sc',
        '#pop',
      ],
      [/(?:)/, '', '#pop'],
    ],
    strings: [
      [/[a-z_]\w*[?!]?:\s+/, 'ss', 'expression'],
      [/:(?:(?:@@?|\$)?[a-zA-Z_]\w*[?!]?|\[\]=?|'(?:\\.|[^'\\])*')/, 'ss'],
      [/:(?:\*\*|<=>|===?|<<|<=?|>>|[+-]@|[%&|^~`/])/, 'ss'],
      [/:"/, 'ss', 'symbol'],
      [closed(/'/, /(?:\\[^]|[^'\\])*'/), 's1'],
      [/"/, 's2', 'double'],
      [/(?<!\.)`/, 'sb', 'backticks'],
      [
        /%([rqswQWxiI])([^\w\s=])/,
        (run, _text, match) => openLiteral(run, match[1] ?? '', match[2] ?? ''),
      ],
      [
        /(<<)([-~]?)(["'`]?)([A-Za-z_]\w*)(\3)/,
        (run, _text, match) => {
          run.emit('o', `<<${match[2] ?? ''}`)
          run.emit('no', `${match[3] ?? ''}${match[4] ?? ''}${match[5] ?? ''}`)
          run.queue.push(`<<${match[2] ? '-' : '='}${match[4] ?? ''}`)
        },
      ],
    ],
    interpolation: [
      [/#\{/, 'si', 'interpolated'],
      [/#@@?[a-z_]\w*|#\$[a-z_]\w*/i, 'si'],
    ],
    interpolated: [[/\}/, 'si', '#pop'], 'include:root'],
    double: ['include:interpolation', escapes, [/"/, 's2', '#pop'], [/[^\\"#]+|[\\#]/, 's2']],
    symbol: ['include:interpolation', escapes, [/"/, 'ss', '#pop'], [/[^\\"#]+|[\\#]/, 'ss']],
    backticks: ['include:interpolation', escapes, [/`/, 'sb', '#pop'], [/[^\\`#]+|[\\#]/, 'sb']],
    regex: [
      'include:interpolation',
      [/\\[^]/, 'sr'],
      [/\/[mixounse]*/, 'sr', '#pop'],
      [/[^\\/#]+|[\\#]/, 'sr'],
    ],
    literal: [
      'include:interpolation',
      escapes,
      [/[^\w\n\\#]/, literalPart('sx')],
      [/[\w\n]+|[\\#]/, 'sx'],
    ],
    literal_raw: [
      [/\\([^])/, rawEscape],
      [/[^\w\n\\]/, literalPart('sx')],
      [/[\w\n]+|\\/, 'sx'],
    ],
    literal_regex: [
      'include:interpolation',
      escapes,
      [/[^\w\s\\#]/, literalPart('sr')],
      [/[\w\s]+|[\\#]/, 'sr'],
    ],
    heredoc: [[/\n/, heredocLine], 'include:interpolation', escapes, [/[^\n\\#]+|[\\#]/, 'sh']],
    module_name: [
      [/\s+/, ''],
      [/[A-Z]\w*(?:::[A-Z]\w*)*/, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    class_name: [
      [/\s+/, ''],
      // A name behind one with `::` is one, too, on the next line as well.
      [/\w+(?:::\w+)+/, 'nc'],
      [/<</, 'o', ['#pop', 'expression']],
      [/[A-Z_]\w*/, 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    def_name: [
      [/\s+/, ''],
      [/([A-Za-z_]\w*)(\.)/, ['nc', 'o']],
      [/[A-Za-z_]\w*[?!]?|\*\*?|[-+]@?|[/%`~^|&]|\[\]=?|<<|>>|===?|[<>]/, 'nf', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
