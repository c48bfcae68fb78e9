import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { VERILOG_WORDS } from '../words/verilog.js'

/** Verilog and SystemVerilog. */
export const verilog: Grammar = {
  states: {
    root: [[/\n+/, '', 'afterLine'], 'include:space', [/(?:)/, '', 'statement']],
    blank: [
      [/[ \t\r]+/, ''],
      [/\\\n/, ''],
      [closed(/\/(?:\\\n)?\*/, /[^]*?\*(?:\\\n)?\//), 'cm'],
    ],
    space: [[/\n+/, '', 'line'], [/\/\/.*/, 'c1', 'line'], 'include:blank'],
    line: [[/[a-zA-Z_][a-zA-Z0-9_]*:(?!:)/, 'nl'], 'include:afterLine'],
    afterLine: ['include:blank', [/`define/, 'cp', 'macro'], [/(?:)/, '', '#pop']],
    statement: [
      'include:space',
      [/L?"/, 's', 'string'],
      [/(?:[0-9_]+\.[0-9_]*|[0-9_]*\.[0-9_]+)(?:e[+-]?[0-9_]+)?/i, 'mf'],
      [/[0-9_]+e[+-]?[0-9_]+/i, 'mf'],
      [/[0-9]*'h[0-9a-fA-F_?]+/, 'mh'],
      [/[0-9]*'b?[01xz_?]+/, 'mb'],
      [/[0-9]*'d[0-9_?]+/, 'mi'],
      [/[0-9_]+[lu]*/i, 'mi'],
      [/[-~!%^&*+=|?:<>/@{}]/, 'o'],
      [/[()[\],.$#;]/, 'p'],
      [/`\w+/, 'cp'],
      [/[a-zA-Z_][a-zA-Z0-9_]*/, words('n', VERILOG_WORDS)],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[\\abfnrtv"']|x[a-fA-F0-9]{2,4}|[0-7]{1,3})/, 'se'],
      [/[^\\"\n]+|\\\n|\\/, 's'],
    ],
    macro: [[/\n/, 'cp', '#pop'], 'include:blank', [/;/, 'p'], [/=/, 'o'], [/\w+/, '']],
  },
}
