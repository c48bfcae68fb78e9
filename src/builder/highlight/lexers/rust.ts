import { words, type Grammar } from '../grammar.js'
import { RUST_WORDS } from '../words/rust.js'
import { closed } from '../pattern.js'

const names = words('n', RUST_WORDS)
const calls = words('nf', { k: RUST_WORDS.k })
const paths = words('nn', { k: RUST_WORDS.k })
const ESCAPE = /\\(?:[nrt0'"\\]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\})/

/** Rust. */
export const rust: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/\/\/(?:!|\/(?!\/)).*/, 'cd'],
      [/\/\/.*/, 'c1'],
      [closed(/\/\*[*!](?!\/)/, /.*?\*\//s), 'cd'],
      [/\/\*/, 'cm', 'comment'],
      [/#!?\[/, 'nd', 'attribute'],
      [/[a-zA-Z_]\w*!(?!=)/, 'nd'],
      [/b?'(?:\\(?:[nrt0'"\\]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\})|[^'\\\n])'/u, 'sc'],
      [/'[a-zA-Z_]\w*/, 'nv'],
      [closed(/b?r(#*)"/, String.raw`[^]*?"\1`), 's'],
      [/b?"/, 's', 'string'],
      [/0x[0-9a-f_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
      [/0[ob][0-7_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
      [
        /\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?[\d_]+)?|e[+-]?[\d_]+)(?:f32|f64)?|\d[\d_]*f(?:32|64)|\d[\d_]*\.(?![\d._a-z])/i,
        'mf',
      ],
      [/\d[\d_]*(?:[iu](?:8|16|32|64|128|size))?/, 'mi'],
      [/\$[a-zA-Z_]\w*(?::\w+)?/, 'nv'],
      [/\.await\b/, 'k'],
      [/\.[a-zA-Z_]\w*(?=\()/, 'nf'],
      [/\.[a-zA-Z_]\w*/, 'py'],
      [/[a-zA-Z_]\w*(?=::)/, paths],
      [/[a-zA-Z_]\w*(?=\()/, calls],
      [/[a-zA-Z_]\w*/, names],
      [/->|=>/, 'k'],
      [/::|[()[\]{}|,:;]/, 'p'],
      [/\.\.=?|[-+*/%&^!=<>@~?$]/, 'o'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    attribute: [
      [/\]/, 'nd', '#pop'],
      [/\s+/, ''],
      [/"(?:\\[^]|[^"\\])*"/, 's'],
      [/[^\]\s"]+|"/, 'nd'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [ESCAPE, 'se'],
      [/[^"\\]+|\\/, 's'],
    ],
  },
}
