import type { Grammar, Rule } from '../grammar.js'
import type { TokenClass } from '../token.js'
import type { Lexing } from '../lexing.js'
import { closed, closedBefore, closedInWord, closedOnLine } from '../pattern.js'

const fence = (mark: string): RegExp =>
  new RegExp(`^([ \\t]*)(${mark}+)([^\\n\`]*\\n?)(?:(.*?)^([ \\t]*)(\\2)|(.*))`, 's')

function block(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, indent = '', mark = '', info = '', body, tail = '', end = '', open = ''] = match
  run.emit('', indent)
  run.emit('p', mark)
  run.emit('nl', info)
  const name = info.trim()
  const whole = body ?? open
  const ending = body?.endsWith('\n') ? '\n' : ''
  const code = whole.slice(0, whole.length - ending.length)
  run.restart(name)
  if (name === '') run.emit('', code)
  else if (run.knows(name)) run.delegate(name, code)
  else run.emit('sb', code)
  run.emit('', ending + tail)
  run.emit('p', end)
}

const markup = (run: Lexing, text: string): void => run.delegate('html', text)

// What begins a line may stand behind blank lines, which are looked through only once.
const lineStart = (pattern: RegExp, token: TokenClass): Rule[] => [
  [closedBefore(/\S|$/g, /^(?=\s)/, pattern), token],
  [new RegExp(`^(?=\\S)${pattern.source}`), token],
]

/** Markdown. */
export const markdown: Grammar = {
  states: {
    root: [
      [/(?<![^])(---\s*\n)(.*?\n?)^(---\s*$\n?)/s, (run, text) => run.delegate('yaml', text)],
      [/\\./, 'se'],
      [/^[^\n]+\n===+\n/, 'gu'],
      [/^[^\n]+\n---+\n/, 'gh'],
      [/^#(?=[^#]).*?$/, 'gh'],
      [/^##*.*?$/, 'gu'],
      [fence('```'), block],
      [fence('~~~'), block],
      [/\n\n(?:(?: {4}|\t).*?\n|\n)+/, 'sb'],
      [closed(/(`{1,12})/, String.raw`(?:\`|[^\`])[^]*?(?<!\\)\1`), 'sb'],
      ...lineStart(/(?:\s*[*]){3,}\s*$/, 'p'),
      ...lineStart(/(?:\s*[-]){3,}\s*$/, 'p'),
      ...lineStart(/\s*[*+-](?=\s)/, 'p'),
      ...lineStart(/\s*\d+\.(?=\s)/, 'p'),
      ...lineStart(/\s*>+.*$/, 'gt'),
      [/!?\[(?=\][[(])/, 'p', 'link_text'],
      [/^( *)(\[)([^\]\n]*)(\])(:)( *)/, ['', 'p', 'ss', 'p', 'p', ''], ['title', 'url']],
      [
        closedBefore(/\n\n|$/g, /(!?\[)/, /((?:\\.|[^\\\n]|\n(?!\n))*?)(\])(?=[[(])/),
        ['p', 'nv', 'p'],
        'link',
      ],
      [closedInWord(/</, /(?:[a-z][a-z0-9+.-]*:[^>\s]*|[^>\s@]+@[^>\s]+)>/i), 'nv'],
      [closed(/\*\*/, /.*?\*\*/s), 'gs'],
      [/\*[^*\n]*?\*/, 'ge'],
      [/__[^_\n]*?__/, 'gs'],
      [/_[^_\n]*?_/, 'ge'],
      [closedInWord(/&/, /\S*?;/), 'ni'],
      [closedOnLine(/<[a-z!?/]/i, /[^>\n]*>/), markup],
      [/[^\\`[*\n&<!]+/, ''],
      [/[\n![&<]/, ''],
    ],
    link_text: [[/\]/, 'p', ['#pop', 'link']]],
    link: [
      [/(\[)([^\]]*?)(\])/, ['p', 'ss', 'p']],
      [/\(/, 'p', ['inline', 'title', 'url']],
      [/[ \t]+/, ''],
      [/(?:)/, '', '#pop'],
    ],
    url: [
      [/[ \t]+/, ''],
      [/(<)(.*?)(>)/, ['p', 'sx', 'p'], '#pop'],
      [/[^\s)]+/, 'sx', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    title: [
      [/"[^"\n]*"|'[^'\n]*'/, 'nn'],
      [/\([^)\n]*\)/, 'nn'],
      [/\s+(?=["'()])/, ''],
      [/(?:)/, '', '#pop'],
    ],
    inline: [
      [/[ \t]+/, ''],
      [/\)/, 'p', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
  },
}
