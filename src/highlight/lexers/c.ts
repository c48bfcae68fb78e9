import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing, WordTable } from '../lexing.js'
import { C_WORDS } from '../words/c.js'
import { CPP_WORDS } from '../words/cpp.js'
import { closed, closedBefore } from '../pattern.js'

const strings: readonly Rule[] = [
  [/L?"/, 's', 'string'],
  [/u8?"|U"/, 's', 'string'],
  [/(?:L|u8?|U)?'(?:\\.|\\[0-7]{1,3}|\\x[a-f0-9]{1,2}|[^\\'\n])'/i, 'sc'],
]

function statements(names: WordTable, extra: readonly Rule[], numbers: readonly Rule[]): Rule[] {
  return [
    ...extra,
    ...strings,
    ...numbers,
    [/\*\//, 'err'],
    [/[~!%^&*+=|?:<>/-]/, 'o'],
    [/[()[\],.;]/, 'p'],
    [/case\b/, 'k', 'case'],
    [/(?:true|false|NULL)\b/, 'nb'],
    [/[a-zA-Z_]\w*/, names],
  ]
}

/** What a language of the C family adds to C. */
interface CDialect {
  readonly names: WordTable
  readonly extra?: readonly Rule[]
  readonly numbers: readonly Rule[]
  /** Whether names of functions are marked where they are declared. */
  readonly functions: boolean
  /** Whether the first brace that opens is never left. */
  readonly lasting?: boolean
  readonly states?: States
}

// A declaration or a definition: what is in brackets ends before a semicolon or a brace.
const functionRule: Rule = [
  closedBefore(
    /;|$/g,
    /(\*[\s*]{0,8}|(?:\w+[\s*]{1,80}){1,8}?)([a-zA-Z_]\w*)(\s*\()/,
    /([^;]*?\))((?:\s|\/\/.*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*)(\{|;)/,
  ),
  (run, _text, match) => {
    run.recurseIn('body', match[1] ?? '')
    run.emit('nf', match[2] ?? '')
    run.recurseIn('body', `${match[3] ?? ''}${match[4] ?? ''}`)
    run.recurseIn('body', match[5] ?? '')
    run.emit('p', match[6] ?? '')
    if (match[6] === '{') run.push('body')
  },
]

// Rouge's C++ never leaves the first braces it enters, so only what comes before them is marked.
const lastingBrace: Rule = [/[{}]/, 'p']
const nestedBraces: readonly Rule[] = [
  [/\{/, 'p', 'body'],
  [/\}/, 'p', '#pop'],
]

/** Begins a language of the C family. */
export const cStart = (run: Lexing): void => run.push('first')

/** Builds the states of a language of the C family, to be begun with `cStart`. */
export function cStates(dialect: CDialect): States {
  return {
    root: [
      'include:blank',
      ...(dialect.functions ? [functionRule] : []),
      'include:statements',
      [/\{/, 'p', 'body'],
      ...(dialect.lasting ? [[/\}/, 'p', 'body'] as const] : []),
    ],
    // Outside of bodies a label stands at the beginning only, and behind what is included.
    first: [
      [/[ \t]*[a-zA-Z_]\w*:(?!:)/, 'nl', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    body: [
      'include:space',
      'include:statements',
      ...(dialect.lasting ? [lastingBrace] : nestedBraces),
    ],
    statements: statements(dialect.names, dialect.extra ?? [], dialect.numbers),
    space: [[/(?<=^[ \t]*)[a-zA-Z_]\w*:(?!:)/, 'nl'], 'include:blank'],
    blank: [
      [/^#if\s+0\b/, 'c', 'if_0'],
      [/(?<=^[ \t]*)#/, 'cp', 'macro'],
      [/\s+/, ''],
      [/\\\n/, ''],
      [/\/(?:\\\n)?\/(?:[^\n\\]|\\[^])*/, 'c1'],
      [closed(/\/(?:\\\n)?\*/, /.*?\*(?:\\\n)?\//s), 'cm'],
    ],
    case: [[/::/, 'o'], [/:/, 'p', '#pop'], 'include:space', 'include:statements'],
    macro: [
      [/(include)(\s*)(<[^>\n]+>|"[^"\n]+")/, ['cp', '', 'cpf'], ['#pop', 'include']],
      [/\n/, 'cp', '#pop'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/[^/\n\\]+|\\[^]|[/\\]/, 'cp'],
    ],
    include: [
      [/[ \t]*\/[/*].*|[ \t]+(?=\n)/, 'c1'],
      [/\n/, 'cp', ['#pop', 'first']],
      [/[^/\n]+|\//, 'cp'],
    ],
    if_0: [
      [/^\s*#if.*?(?<!\\)\n/, 'c', 'if_0'],
      [/^\s*#\s*el(?:se|if)/, 'cp', ['#pop', 'macro']],
      [/^\s*#endif.*?(?<!\\)(?:\n|$)/, 'c', '#pop'],
      [/.*?\n|.+/, 'c'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[\\abfnrtv"'?]|x[a-fA-F0-9]{2,4}|[0-7]{1,3})/, 'se'],
      [/[^\\"\n]+/, 's'],
      [/\\\n/, 's'],
      [/\\/, 's'],
      [/\n/, 'err'],
    ],
    ...dialect.states,
  }
}

/** Numbers of C. */
export const cNumbers: readonly Rule[] = [
  [/(?:\d+\.\d*|\.?\d+)e[+-]?\d+[lu]*/i, 'mf'],
  [/0x[0-9a-f]+[lu]*/i, 'mh'],
  [/0[0-7]+[lu]*/i, 'mo'],
  [/\d+[lu]*/i, 'mi'],
]

/** C. */
export const c: Grammar = {
  start: cStart,
  states: cStates({ names: words('n', C_WORDS), numbers: cNumbers, functions: true }),
}

const cppNumbers: readonly Rule[] = [
  [/0x(?:'?[0-9a-f])+[lu]*/i, 'mh'],
  [/0b(?:'?[01])+[lu]*/i, 'mb'],
  [
    /(?:\d(?:'?\d)*\.(?:\d(?:'?\d)*)?|\.\d(?:'?\d)*|\d(?:'?\d)*(?=e))(?:e[+-]?\d(?:'?\d)*)?[lu]*/i,
    'mf',
  ],
  [/0(?:'?[0-7])+[lu]*/i, 'mo'],
  [/\d(?:'?\d)*[lu]*/i, 'mi'],
]

/** C++. */
export const cpp: Grammar = {
  start: cStart,
  states: cStates({
    names: words('n', CPP_WORDS),
    numbers: cppNumbers,
    functions: true,
    lasting: true,
    extra: [
      [closed(/(?:u8|[uUL])?R"([^()\\\s]{0,16})\(/, String.raw`[^]*?\)\1"`), 's'],
      [/R"[^"\n]*"/, 's'],
      [/(?:class|struct)\b/, 'k', 'class_name'],
      [/template\b/, 'k', 'template'],
    ],
    states: {
      class_name: [
        [/[a-zA-Z_]\w*/, 'nc', '#pop'],
        'include:space',
        [/\.{3}/, 'o'],
        [/,/, 'p', '#pop'],
        [/(?:)/, '', '#pop'],
      ],
      template: [
        [/[>;]/, 'p', '#pop'],
        [/typename\b/, 'k', 'class_name'],
        'include:space',
        'include:statements',
      ],
    },
  }),
}
