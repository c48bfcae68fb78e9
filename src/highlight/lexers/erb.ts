import type { Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

/** HTML with Ruby in it. */
export const erb: Grammar = {
  states: {
    root: [
      [closed(/<%#/, /[^]*?%>/), 'c'],
      [/<%(?:[=%-]|==)?/, 'cp', 'ruby'],
      [/(?:[^<%]|<(?!%)|%(?!%>))+/, (run, text) => run.delegate('html', text)],
      [/[<%]/, ''],
    ],
    ruby: [
      [/[-%]?%>/, 'cp', '#pop'],
      [/(?:[^-%]|-(?!%>)|%(?!%?>))+/, (run, text) => run.delegate('ruby', text)],
    ],
  },
}
