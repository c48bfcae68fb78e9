import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { RUST_WORDS } from '../words/rust.js'
import { closed, oneOf } from '../pattern.js'

const names = words('n', RUST_WORDS)
const calls = words('nf', { k: RUST_WORDS.k })
const paths = words('nn', { k: RUST_WORDS.k })
const ESCAPE = /\\(?:[nrt0'"\\]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\})/

const NUMBERS: readonly Rule[] = [
  [/0x[0-9a-f_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
  [/0[ob][0-7_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
  [
    /\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?[\d_]+)?|e[+-]?[\d_]+)(?:f32|f64)?|\d[\d_]*f(?:32|64)|\d[\d_]*\.(?![\d._a-z])/i,
    'mf',
  ],
  [/\d[\d_]*(?:[iu](?:8|16|32|64|128|size))?/, 'mi'],
]

// What a macro is given ends with the bracket that it began with; the other kinds are not counted.
function macroStates(prefix: string): States {
  const within = (open: RegExp, close: RegExp, state: string): readonly Rule[] => [
    [open, 'p', state],
    [close, 'p', '#pop'],
    `include:${prefix}body`,
  ]
  return {
    [`${prefix}macro`]: [
      [/\(/, 'p', ['#pop', `${prefix}round`]],
      [/\[/, 'p', ['#pop', `${prefix}square`]],
      [/\{/, 'p', ['#pop', `${prefix}curly`]],
      `include:${prefix}body`,
    ],
    [`${prefix}round`]: within(/\(/, /\)/, `${prefix}round`),
    [`${prefix}square`]: within(/\[/, /\]/, `${prefix}square`),
    [`${prefix}curly`]: within(/\{/, /\}/, `${prefix}curly`),
  }
}

/** What is in a comment is of its kind, comments of others too. */
const nested = (name: string, token: 'cm' | 'cd'): Rule[] => [
  [/\/\*/, token, name],
  [/\*\//, token, '#pop'],
  [/[^*/]+|[*/]/, token],
]

/** Rust. */
export const rust: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      'include:comments',
      [/#!?\[/, 'nd', 'attribute'],
      // Lines that rustdoc hides.
      [/(?<=^[ \t]*)#\s.*/, 'cs'],
      [/macro_rules!/, 'nd', 'rules_macro'],
      [new RegExp(`(?:${oneOf(RUST_WORDS.k)})\\b`), 'k'],
      [/[\p{L}_][\p{L}\p{M}\p{N}_]*!/u, 'nd', 'macro'],
      'include:literals',
      [/'static\b/, 'k'],
      [/'[a-zA-Z_]\w*/, 'nv'],
      [/\.await\b/, 'k'],
      [/\.[a-zA-Z_]\w*(?=\()/, 'nf'],
      [/\.\s*[a-zA-Z_]\w*/, 'py'],
      [/(?:\.\d+)+/, 'na'],
      [/[\p{L}_][\p{L}\p{M}\p{N}_]*(?=::)/u, paths],
      [/[\p{L}_][\p{L}\p{M}\p{N}_]*(?=\s*\()/u, calls],
      [/[\p{L}_][\p{L}\p{M}\p{N}_]*/u, names],
      [/->|=>/, 'k'],
      [/::|[()[\]{}|,:;]/, 'p'],
      [/\.\.[.=]?|[-+*/%&^!=<>@~?]/, 'o'],
    ],
    comments: [
      [/\/\/(?:!|\/(?!\/)).*/, 'cd'],
      [/\/\/.*/, 'c1'],
      [/\/\*\*\*?\//, 'cm'],
      [/\/\*(?:\*\*+)?(?![*!])/, 'cm', 'comment'],
      [/\/\*[*!]/, 'cd', 'doc'],
    ],
    literals: [
      [/(?:true|false)\b/, 'kc'],
      [/b?'(?:\\(?:[nrt0'"\\]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\})|[^\\])'/, 'sc'],
      [/b?"/, 's', 'string'],
      [closed(/b?r(#*)"/, String.raw`[^]*?"\1`), 's'],
      ...NUMBERS,
    ],
    // A macro in what another one is given is no state of its own, and nothing there is an error.
    body: ['include:literals', [/[\p{L}_][\p{L}\p{M}\p{N}_]*!/u, 'nd'], 'include:root', [/./, '']],
    rules_body: [[/\$(?:[\p{L}_][\p{L}\p{M}\p{N}_]*(?::[\p{L}_]\w*)?)?/u, 'nv'], 'include:body'],
    ...macroStates(''),
    ...macroStates('rules_'),
    comment: nested('comment', 'cm'),
    doc: nested('doc', 'cd'),
    attribute: [
      [/\]/, 'nd', '#pop'],
      [/\s+/, ''],
      'include:comments',
      'include:literals',
      [/[(,)=:]|[\p{L}_][\p{L}\p{M}\p{N}_]*/u, 'nd'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [ESCAPE, 'se'],
      [/[^"\\]+/, 's'],
    ],
  },
}
