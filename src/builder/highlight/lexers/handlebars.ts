import { words, type Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

const names = words('nv', { kc: 'true false', bp: 'this' })

/** HTML with Handlebars or Mustache in it. */
export const handlebars: Grammar = {
  states: {
    root: [
      [/\\\{+/, ''],
      [closed(/\{\{!--/, /.*?--\}\}/s), 'c'],
      [closed(/\{\{!/, /[^]*?\}\}/), 'c'],
      [/\{\{\{/, 'k', 'triple'],
      [/\{\{~?[#/]if\b/, 'k', 'expression'],
      [/(\{\{~?[#/])(\s*)([\w./-]+)/, ['k', '', 'nn'], 'expression'],
      [/\{\{~?(?:else(?=\s|\}\})|[>^&])?/, 'k', 'expression'],
      [/(?:[^{\\]|\{(?!\{)|\\(?!\{))+/, (run, text) => run.delegate('html', text)],
    ],
    triple: [[/\}\}\}/, 'k', '#pop'], 'include:values'],
    expression: [[/~?\}\}/, 'k', '#pop'], 'include:values'],
    values: [
      [/\s+/, ''],
      [/@[a-zA-Z][\w-]*/, 'na'],
      [closed(/"/, /(?:\\.|[^"\\])*"/s), 's2'],
      [closed(/'/, /(?:\\.|[^'\\])*'/s), 's1'],
      [/=/, 'o'],
      [/\.\.|\.(?=\s*~?\}\})/, 'nv'],
      [/[./()|[\]]/, 'p'],
      [/[\w-]+/, names],
    ],
  },
}
