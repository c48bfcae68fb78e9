import type { Grammar } from '../grammar.js'
import { closed } from '../pattern.js'

/** HTML with Elixir in it. */
export const eex: Grammar = {
  states: {
    root: [
      [closed(/<%#/, /[^]*?%>/), 'c'],
      [/<%%|<%=?/, 'cp', 'elixir'],
      [/(?:[^<%]|<(?!%)|%(?!%>))+/, (run, text) => run.delegate('html', text)],
      [/[<%]/, ''],
    ],
    elixir: [
      [/-?%>/, 'cp', '#pop'],
      [/(?:[^-%]|-(?!%>)|%(?!>))+/, (run, text) => run.delegate('elixir', text)],
    ],
  },
}
