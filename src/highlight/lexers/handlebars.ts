import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closedOnLine } from '../pattern.js'

/** HTML up to an expression. An attribute's value without quotes ends there. */
function markup(run: Lexing, text: string): void {
  run.delegate('html', text)
  if (run.at < run.text.length) run.leaveIn('html', 'attribute')
}

/** HTML with Handlebars or Mustache in it: the states of Rouge's lexer. */
export const handlebars: Grammar = {
  states: {
    root: [
      [/\\\{+/, (run, text) => run.delegate('html', text)],
      [/\{\{!--/, 'c', 'comment'],
      [closedOnLine(/\{\{!/, /[^\n]*?\}\}/), 'c'],
      [/\{\{\{?/, 'k', ['expression', 'opening']],
      [/[^](?:[^\\{]|\{(?!\{))*/, markup],
    ],
    comment: [
      [/\{\{/, 'c', 'comment'],
      [/\}\}/, 'c', '#pop'],
      [/[^{}]+|[{}]/, 'c'],
    ],
    expression: [
      [/\}\}\}?/, 'k', '#pop'],
      [/\|/, 'p'],
      [/~/, 'k'],
      [/\s+/, ''],
      [/=/, 'o'],
      [/[[\]()]/, 'p'],
      [/\.(?=[}\s])|\.\./, 'nv'],
      [/[/.]/, 'p'],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's2'],
      [closedOnLine(/'/, /(?:\\.|[^'\\\n])*'/), 's1'],
      [/\d+(?=\}\s)/, 'm'],
      [/(?:true|false)(?=[}\s])/, 'kc'],
      [/else(?=[}\s])/, 'k'],
      [/this(?=[}\s])/, 'bp'],
      [/@[\w$-]+/, 'na'],
      [/[\w$-]+/, 'nv'],
    ],
    opening: [
      [/[#/]/, 'k', ['#pop', 'block_name']],
      [/[>^&~]/, 'k'],
      [/(?:)/, '', '#pop'],
    ],
    block_name: [
      [/if(?=[}\s])/, 'k'],
      [/[\w$-]+/, 'nn', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
