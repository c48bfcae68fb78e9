import { words, type Grammar } from '../grammar.js'
import { RUST_WORDS } from '../words/rust.js'

const names = words('n', RUST_WORDS)
const ESCAPE = /\\(?:[nrt0'"\\]|x[0-7][0-9a-fA-F]|u\{[0-9a-fA-F]{1,6}\})/

/** Rust. */
export const rust: Grammar = {
  states: {
    root: [
      [/(?<![^])#!(?!\[).*?\n/, 'cp'],
      [/\s+/, ''],
      [/\/\/[!/].*/, 'cd'],
      [/\/\/.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/#!?\[/, 'cp', 'attribute'],
      [/[a-zA-Z_]\w*!(?=\s*[({[])/, 'nd'],
      [/'static\b/, 'n'],
      [/(?:b)?'(?:\\(?:[nrt0'"\\]|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]{1,6}\})|[^'\\\n])'/u, 'sc'],
      [/'[a-zA-Z_]\w*/, 'no'],
      [/b?r(#*)"[^]*?"\1/, 's'],
      [/b?"/, 's', 'string'],
      [/0x[0-9a-f_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
      [/0[ob][0-7_]+(?:[iu](?:8|16|32|64|128|size))?/i, 'mi'],
      [
        /\d[\d_]*(?:\.\d[\d_]*(?:e[+-]?[\d_]+)?|e[+-]?[\d_]+)(?:f32|f64)?|\d[\d_]*f(?:32|64)/i,
        'mf',
      ],
      [/\d[\d_]*(?:[iu](?:8|16|32|64|128|size))?/, 'mi'],
      [/\$(?:[a-zA-Z_]\w*|\()/, 'cp'],
      [/(fn)(\s+)([a-zA-Z_]\w*)/, ['k', '', 'nf']],
      [/(struct|enum|trait|union|mod|type)(\s+)([a-zA-Z_]\w*)/, ['k', '', 'n']],
      [/[a-zA-Z_]\w*/, names],
      [/\.\.=?|=>|->|::|[()[\]{}|,:;.?]/, 'p'],
      [/[-+*/%&^!=<>@~]=?|<<=?|>>=?|&&/, 'o'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    attribute: [
      [/\]/, 'cp', '#pop'],
      [/\[/, 'cp', 'attribute'],
      [/"(?:\\[^]|[^"\\])*"/, 's'],
      [/[^[\]"]+|"/, 'cp'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [ESCAPE, 'se'],
      [/[^"\\]+|\\/, 's'],
    ],
  },
}
