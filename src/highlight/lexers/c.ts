import { words, type Grammar, type Rule, type States } from '../grammar.js'
import type { Lexing, WordTable } from '../lexing.js'
import { closed, closedBefore } from '../pattern.js'
import { C_WORDS } from '../words/c.js'

/** What a language of the C family adds to C; its rules come before those of C. */
interface CDialect {
  readonly names: WordTable
  readonly statements?: readonly Rule[]
  readonly root?: readonly Rule[]
  readonly states?: States
}

/** Begins a language of the C family. */
export const cStart = (run: Lexing): void => run.push('bol')

/** Builds the states of a language of the C family, to be begun with `cStart`. */
export function cStates({ names, statements = [], root = [], states }: CDialect): States {
  return {
    root: [
      ...root,
      'include:expression_space',
      functionRule,
      [/\{/, 'p', 'function'],
      'include:statements',
    ],
    // The names before a bracket where no function begins, so that they are not looked at again.
    words: [[/(?=\()/, '', '#pop'], 'include:expression_space', 'include:statements'],
    ...spaces,
    statements: [...statements, ...cStatements(names)],
    case: [[/:/, 'p', '#pop'], 'include:statements'],
    function: ['include:space', 'include:statements', [/\{/, 'p', 'function'], [/\}/, 'p', '#pop']],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[\\abfnrtv"']|x[a-fA-F0-9]{2,4}|[0-7]{1,3})/, 'se'],
      [/[^\\"\n]+/, 's'],
      [/\\\n?/, 's'],
    ],
    ...states,
  }
}

const spaces: States = {
  // Labels and lines of the preprocessor stand at the beginning of a line.
  bol: [[/[a-zA-Z_]\w*:(?!:)/, 'nl'], 'include:expression_bol'],
  expression_bol: [
    'include:inline_space',
    [/#if\s0/, 'c', 'if_0'],
    [/#/, 'cp', 'macro'],
    [/(?:)/, '', '#pop'],
  ],
  inline_space: [
    [/[ \t\r]+|\\\n/, ''],
    [closed(/\/(?:\\\n)?\*/, /.*?\*(?:\\\n)?\//s), 'cm'],
  ],
  space: [[/\n+/, '', 'bol'], [/\/\/.*/, 'c1', 'bol'], 'include:inline_space'],
  expression_space: [[/\n+/, '', 'expression_bol'], 'include:space'],
  macro: [
    [closed(/(?=include\s*<)/, /(include)(\s*)(<[^>]+>)(.*)/), ['cp', '', 'cpf', 'c1']],
    [closed(/(?=include\s*")/, /(include)(\s*)("[^"]+")(.*)/), ['cp', '', 'cpf', 'c1']],
    [/[^/\n\\]+|\\[^]/, 'cp'],
    'include:inline_space',
    [/\//, 'cp'],
    [/\n/, 'cp', '#pop'],
  ],
  if_0: [
    [/^[ \t\r\f\v]*#if/, 'c', 'if_0'],
    [/^[ \t\r\f\v]*#\s*el(?:se|if)/, 'c', '#pop'],
    [closed(/^[ \t\r\f\v]*#\s*endif\b/, /.*?(?<!\\)\n/s), 'c', '#pop'],
    [/.*\n/, 'c'],
    [/.+/, 'err'],
  ],
}

function cStatements(names: WordTable): Rule[] {
  return [
    'include:space',
    [/(?:u8?|U|L)?"/, 's', 'string'],
    [/(?:u8|u|U|L)?'(?:\\.|\\[0-7]{1,3}|\\x[a-f0-9]{1,2}|[^\\'\n])'/i, 'sc'],
    [/(?:\d+\.\d*|\.?\d+)e[+-]?\d+[lu]*/i, 'mf'],
    [/0x[0-9a-f]+[lu]*/i, 'mh'],
    [/0[0-7]+[lu]*/i, 'mo'],
    [/\d+[lu]*/i, 'mi'],
    [/\*\//, 'err'],
    [/[~!%^&*+=|?:<>/-]/, 'o'],
    [/[()[\],.;]/, 'p'],
    [/case\b/, 'k', 'case'],
    [/(?:true|false|NULL)\b/, 'nb'],
    [/[a-zA-Z_]\w*/, names],
  ]
}

// A function is words and stars, the last word its name, and brackets before a brace or semicolon. Where that fails,
// it fails for all names up to the next sign.
const functionRule: Rule = [
  closedBefore(/[^\w* \t\n\v\f\r]|$/g, /(?=[\w*\s])/, /([\w*\s]+?[\s*])([a-zA-Z_]\w*)(?=\s*\()/),
  (run, _text, match) => {
    const from = run.at
    const end = signatureEnd(run)
    if (end === null) {
      run.at = match.index
      return run.push('words')
    }
    run.recurse(match[1] ?? '')
    run.emit('nf', match[2] ?? '')
    run.recurse(run.text.slice(from, end.bracket))
    run.recurse(run.text.slice(end.bracket, end.sign))
    const sign = run.text.charAt(end.sign)
    run.emit('p', sign)
    run.at = end.sign + 1
    if (sign === '{') run.push('function')
  },
]

/** Up to which semicolon there is no bracket before a brace or semicolon, by run. */
const hopeless = new WeakMap<Lexing, { readonly text: string; readonly until: number }>()

// Comments are limited, so that many brackets before one comment take no longer than in proportion.
const BEFORE_BODY =
  /(?:[ \t\n\v\f\r]|\/\/[^\n]{0,200}\n|\/\*(?:[^*\n]|\*(?!\/)){0,400}\*\/)*(?=[{;])/y

/** Where the closing bracket of a signature ends, and where the brace or semicolon behind it stands. */
function signatureEnd(run: Lexing): { readonly bracket: number; readonly sign: number } | null {
  const { text, at } = run
  const known = hopeless.get(run)
  if (known && known.text === text && at < known.until) return null
  const marks = /[);]/g
  marks.lastIndex = at
  let mark = marks.exec(text)
  for (; mark?.[0] === ')'; mark = marks.exec(text)) {
    BEFORE_BODY.lastIndex = marks.lastIndex
    if (BEFORE_BODY.test(text)) return { bracket: marks.lastIndex, sign: BEFORE_BODY.lastIndex }
  }
  hopeless.set(run, { text, until: mark?.index ?? text.length })
  return null
}

/** C. */
export const c: Grammar = {
  start: cStart,
  states: cStates({ names: words('n', C_WORDS) }),
}
