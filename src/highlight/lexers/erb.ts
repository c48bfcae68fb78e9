import type { Grammar } from '../grammar.js'

/** HTML with Ruby in it. */
export const erb: Grammar = {
  states: {
    root: [
      [/<%#/, 'c', 'comment'],
      [/<%[%=-]?/, 'cp', 'ruby'],
      [/(?:[^<]|<(?!%))+/, (run, text) => run.delegate('html', text)],
    ],
    comment: [
      [/[-%]?%>/, 'c', '#pop'],
      [/(?:[^-%]|-(?!%>)|%(?!%?>))+/, 'c'],
    ],
    ruby: [
      [/[-%]?%>/, 'cp', '#pop'],
      [/(?:[^-%]|-(?!%>)|%(?!%?>))+/, (run, text) => run.delegate('ruby', text)],
    ],
  },
}
