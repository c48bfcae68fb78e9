import type { Grammar, Rule } from '../grammar.js'
import { closed, closedInWord } from '../pattern.js'

const html = (pattern: Exclude<Rule, string>[0]): Rule => [
  pattern,
  (run, text) => run.delegate('html', text),
]
const java = (pattern: RegExp): Rule => [pattern, (run, text) => run.delegate('java', text)]

const quoted = (mark: '"' | "'"): readonly Rule[] => [
  [new RegExp(mark), 's', '#pop'],
  [/\$\{/, 'si', 'interpolation'],
  [new RegExp(`[^${mark}]+`), 's'],
]

/** Java Server Pages: the states of Rouge's lexer. */
export const jsp: Grammar = {
  states: {
    root: [
      [/<%--/, 'c', 'comment'],
      [/<%@\s*(?:page|include|taglib)\s*/, 'nt', 'directive'],
      [/<jsp:directive\.(?:page|include|taglib)/, 'nt', 'directive_element'],
      [/<jsp:(?:scriptlet|declaration|expression)>/, 'nt', 'code_element'],
      [/<[a-zA-Z]*:[a-zA-Z]*\s*/, 'nt', 'tag'],
      [/<\/[a-zA-Z]*:[a-zA-Z]*>/, 'nt'],
      [/<%[!=]?/, 'nt', 'code'],
      html(/[^](?:[^<]|<(?!%|\/?[a-zA-Z]*:))*/),
    ],
    comment: [
      [/--%>/, 'c', '#pop'],
      [/[^-]+|-/, 'c'],
    ],
    directive: [
      [/%>/, 'nt', '#pop'],
      'include:attributes',
      html(closed(/(?=[^])/, /[^](?:[^%]|%(?!>))*(?=%>)/)),
    ],
    directive_element: [
      [/\/>/, 'nt', '#pop'],
      'include:attributes',
      html(closed(/(?=[^])/, /[^](?:[^/]|\/(?!>))*(?=\/>)/)),
    ],
    code_element: [
      [/<\/jsp:(?:scriptlet|declaration|expression)>/, 'nt', '#pop'],
      'include:attributes',
      java(/[^</]+/),
    ],
    code: [[/%>/, 'nt', '#pop'], java(/[^%>]+/)],
    tag: [
      [/\/?>/, 'nt', '#pop'],
      'include:attributes',
      html(closed(/(?=[^])/, /[^](?:[^>/]|\/(?!>))*(?=\/?>)/)),
    ],
    // A name fails as its end does; blanks before and behind it are few.
    attributes: [[closedInWord(/(?=[\s\w:-])/, /\s{0,99}[\w:-]+\s{0,99}=\s*/), 'na', 'value']],
    value: [
      [/"/, 's', ['#pop', 'double']],
      [/'/, 's', ['#pop', 'single']],
      [/[^\s>]+/, 's', '#pop'],
    ],
    double: quoted('"'),
    single: quoted("'"),
    interpolation: [[/\}/, 'si', '#pop'], [/'/, 'l', 'literal'], java(/[^'}]+/)],
    literal: [
      [/'/, 'l', '#pop'],
      [/[^']+/, 'l'],
    ],
  },
}
