import type { Grammar, Rule } from '../grammar.js'
import type { TokenClass } from '../token.js'
import type { Lexing } from '../lexing.js'
import { closedBefore, closedInWord, closedOnLine } from '../pattern.js'

/** Characters of a line, those behind a backslash with it, up to one that is not escaped. */
const upTo = (end: string): string => `(?:\\\\.|[^\\\\\\n${end}])*`

/** Marks of code with what is between: up to the same marks behind the same white space, or open. */
const FENCE = /^([ \t]*)(`{3,}(?!`)|~{3,}(?!~))([^\n]*\n)(?:(.*?)(\n\1)(\2))?/s

function fence(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, indent = '', mark = '', info = '', code, tail = '', end = ''] = match
  run.emit('', indent)
  run.emit('p', mark)
  run.emit('nl', info)
  const name = info.trim()
  run.restart(name)
  if (code === undefined) {
    run.notes.set('mark', mark).set('language', name)
    return run.push('open')
  }
  inLanguage(run, name, code)
  run.emit('', tail)
  run.emit('p', end)
}

function inLanguage(run: Lexing, name: string, code: string): void {
  if (name === '') run.emit('', code)
  else if (run.knows(name)) run.delegate(name, code)
  else run.emit('sb', code)
}

/** A line of code that has no end, unless the marks stand there. */
function openLine(run: Lexing, text: string): void {
  const mark = run.notes.get('mark') ?? ''
  const indent = /^[ \t]*/.exec(text)?.[0] ?? ''
  if (!text.startsWith(mark, indent.length)) {
    if (text.endsWith('\n')) return inLanguage(run, run.notes.get('language') ?? '', text)
    return run.emit('err', text)
  }
  run.emit('', indent)
  run.emit('p', mark)
  run.at -= text.length - indent.length - mark.length
  run.pop()
}

const markup = (run: Lexing, text: string): void => run.delegate('html', text)

// What begins a line may stand behind blank lines, which are looked through only once.
const lineStart = (pattern: RegExp, token: TokenClass): Rule[] => [
  [closedBefore(/\S|$/g, /^(?=\s)/, pattern), token],
  [new RegExp(`^(?=\\S)${pattern.source}`), token],
]

const REFERENCE = /(\s*)(\[)((?:\\.|[^\\\n])+?)(\])(\s*)(:)/
const reference: Rule[] = [
  closedBefore(/\S|$/g, /^(?=\s)/, REFERENCE),
  new RegExp(`^(?=\\S)${REFERENCE.source}`),
].map((pattern) => [pattern, ['', 'p', 'ss', 'p', '', 'p'], ['title', 'url']])

/** Markdown. */
export const markdown: Grammar = {
  states: {
    root: [
      // Only where the text begins.
      [/(?<![^])---\s*\n(?:.*?\n)??---\s*$\n?/s, (run, text) => run.delegate('yaml', text)],
      [/\\./, 'se'],
      [/^[\S ]+\n--+\n/, 'gh'],
      [/^[\S ]+\n==+\n/, 'gu'],
      [/^#(?=[^#]).*/, 'gh'],
      [/^#+.*/, 'gu'],
      [FENCE, fence],
      [/\n\n(?:(?: {4}|\t).*?\n|\n)+/, 'sb'],
      [closedBefore(/\\\n|$/g, /(`{1,12})/, String.raw`(?:\\[^\n]|[^\\])+?\1`), 'sb'],
      ...lineStart(/(?:\s*[*]){3,}\s*$/, 'p'),
      ...lineStart(/(?:\s*[-]){3,}\s*$/, 'p'),
      ...lineStart(/\s*[*+-](?=\s)/, 'p'),
      ...lineStart(/\s*\d+\./, 'p'),
      ...lineStart(/\s*>.*/, 'gt'),
      ...reference,
      [closedOnLine(/(!?\[)/, /((?:\\.|[^\\\n])*?)(\])(?=[[(])/), ['p', 'nv', 'p'], 'link'],
      [closedBefore(/\]|$/g, /(!?\[)/, /([^\]]*)(\])(?=[[(])/), ['p', 'nv', 'p'], 'link'],
      [closedOnLine(/\*\*/, /(?:\\.|[^\\\n])*?\*\*/), 'gs'],
      [closedOnLine(/__/, /(?:\\.|[^\\\n])*?__/), 'gs'],
      [closedOnLine(/\*/, `${upTo('*')}\\*`), 'ge'],
      [closedOnLine(/_/, `${upTo('_')}_`), 'ge'],
      // An address with an at sign, a dot behind it, and the last bracket of the line.
      [closedOnLine(/</, /[^@\n]*@.[^.\n]*\..+>/), 'nv'],
      [closedOnLine(/<(?=(?:https?|mailto|ftp):\/\/)/, `${upTo('>')}>`), 'nv'],
      [/[^\\`[*\n&<]+/, ''],
      [closedInWord(/&/, /\S*;/), markup],
      [closedOnLine(/</, `${upTo('>')}>`), markup],
      [/[\n[&<]/, ''],
    ],
    open: [[/.*\n|.+/, openLine]],
    link: [
      [closedOnLine(/(\[)/, `(${upTo('\\]')})(\\])`), ['p', 'ss', 'p'], '#pop'],
      [/\(/, 'p', ['inline_title', 'inline_url']],
      [/[ \t]+/, ''],
      [/(?:)/, '', '#pop'],
    ],
    url: [
      [/[ \t]+/, ''],
      [closedOnLine(/(<)/, `(${upTo('>')})(>)`), ['nt', 'sx', 'nt'], '#pop'],
      [/\S+/, 'sx', '#pop'],
    ],
    title: [
      [closedOnLine(/"/, `${upTo('"')}"`), 'nn'],
      [closedOnLine(/'/, `${upTo("'")}'`), 'nn'],
      [closedOnLine(/\(/, `${upTo(')')}\\)`), 'nn'],
      [/\s*(?=["'()])/, ''],
      [/(?:)/, '', '#pop'],
    ],
    inline_title: [[/\)/, 'p', '#pop'], 'include:title'],
    inline_url: [[/[^<\s)]+/, 'sx', '#pop'], [/\s+/, ''], 'include:url'],
  },
}
