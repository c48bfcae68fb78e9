import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'

const names = words('nv', { kc: 'true false' })

/** HTML with Handlebars or Mustache in it. */
export const handlebars: Grammar = {
  states: {
    root: [
      [/\\\{+/, ''],
      [closed(/\{\{!--/, /.*?--\}\}/s), 'c'],
      [closedOnLine(/\{\{!/, /[^\n]*?\}\}/), 'c'],
      [/\{\{\{/, 'k', 'triple'],
      [/\{\{(?:~?#|\/)if\b/, 'k', 'expression'],
      [/(\{\{~?[#/])(\s*)([\w./-]+)/, ['k', '', 'nn'], 'expression'],
      [/\{\{~?[#/]/, 'k', 'expression'],
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
      [/this(?![\w.-])/, 'bp'],
      [/[\w-]+/, names],
    ],
  },
}
