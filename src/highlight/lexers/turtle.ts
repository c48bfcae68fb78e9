import type { Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

/** Turtle and TriG, notations of RDF: the states of Rouge's lexer. */
export const turtle: Grammar = {
  states: {
    root: [
      [/@(?:base|prefix)\b/, 'kd'],
      [/(?:true|false)\b/, 'kc'],
      [closed(/"""/, /[^]*?"""/), 's'],
      [closed(/"/, /(?:[^"\\]|\\.)*"/), 's'],
      [closed(/'''/, /[^]*?'''/), 's'],
      [closed(/'/, /(?:[^'\\]|\\.)*'/), 's'],
      [/#.*/, 'c1'],
      [/@[^\s,.;]+/, 'na'],
      [/[+-]?(?:\d+\.\d*|\.\d+|\d+)E[+-]?\d+/, 'mf'],
      [/[+-]?\d*\.\d/, 'mf'],
      [/[+-]?\d+/, 'mi'],
      [/[.,;(){}[\]]|\^\^/, 'p'],
      [closed(/</, /[^>]*>/), 'nl'],
      [/(?:base|prefix)\b/i, 'kd'],
      [/(?:GRAPH|a)\b/, 'k'],
      [/\s+/, 'w'],
      [/[^:;<>#@"().[\]{} ]*:/, 'nn'],
      [/[^:;<>#@"().[\]{} ]+/, 'n'],
    ],
  },
}
