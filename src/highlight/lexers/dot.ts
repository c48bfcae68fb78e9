import type { Grammar, Rule } from '../grammar.js'
import { closed } from '../pattern.js'

const SPACE: readonly Rule[] = [
  [/\s+/, ''],
  [/#.*/, 'c1'],
  [/\/\/.*/, 'c1'],
  [closed(/\/(?:\\\n)?\*/, /[^]*?\*(?:\\\n)?\//), 'cm'],
]

const ID: readonly Rule[] = [
  [/([a-zA-Z][a-zA-Z_0-9]*)(\s*)(=)/, ['n', '', 'p']],
  [/[a-zA-Z][a-zA-Z_0-9]*/, 'nv'],
  [/\d*\.\d+/, 'mf'],
  [/\d+/, 'mi'],
  [closed(/"/, /(?:\\"|[^"])*"/), 's2'],
  [
    /</,
    (run, text) => {
      run.restart('html')
      run.emit('p', text)
    },
    'html',
  ],
]

/** Graphs of Graphviz: the states of Rouge's lexer. */
export const dot: Grammar = {
  states: {
    root: [
      ...SPACE,
      [/\b(?:strict|graph|digraph|subgraph|node|edge)\b/i, 'k'],
      [/[{};:=]/, 'p'],
      [/-[->]/, 'o'],
      [/\[/, 'o', 'list'],
      ...ID,
    ],
    list: [...SPACE, ...ID, [/[=;,]/, 'p'], [/\]/, 'o', '#pop']],
    html: [
      [/[^<>]+/, (run, text) => run.delegate('html', text)],
      [closed(/</, /[^]+?>/), (run, text) => run.delegate('html', text)],
      [/>/, 'p', '#pop'],
    ],
  },
}
