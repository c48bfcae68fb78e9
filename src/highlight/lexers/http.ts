import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

/** The content types that a language is known by. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  graphql: 'application/graphql',
  html: 'application/xhtml+xml text/html',
  javascript: 'application/javascript application/x-javascript text/javascript text/x-javascript',
  json: `application/hal+json application/json application/problem+json application/schema+json
    application/vnd.api+json`,
  markdown: 'text/x-markdown',
  perl: 'application/x-perl text/x-perl',
  php: 'text/x-php',
  python: 'application/x-python text/x-python',
  ruby: 'application/x-ruby text/x-ruby',
  shell: 'application/x-sh application/x-shellscript text/x-sh text/x-shellscript',
  sql: 'text/x-sql',
  turtle: 'application/trig text/turtle',
  typescript: 'text/typescript',
  xml: 'application/atom+xml application/rss+xml application/xml image/svg+xml text/xml',
  yaml: 'text/x-yaml',
}

function header(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, name = '', before = '', colon = '', after = '', value = '', end = ''] = match
  run.emit('na', name)
  run.emit('', before)
  run.emit('p', colon)
  run.emit('', after)
  run.emit('s', value)
  run.emit('', end)
  if (name.toLowerCase() !== 'content-type') return
  const type = value.split(';')[0]?.toLowerCase() ?? ''
  const found = Object.keys(TYPES).find((name) => TYPES[name]?.split(/\s+/).includes(type))
  run.notes.set('body', found ?? '')
}

function body(run: Lexing, text: string): void {
  const language = run.notes.get('body') ?? ''
  if (language === '') run.emit('', text)
  else run.delegate(language, text)
}

/** Messages of HTTP; the body is in the language its content type tells. */
export const http: Grammar = {
  states: {
    root: [
      [
        /(GET|POST|PUT|DELETE|HEAD|OPTIONS|TRACE|PATCH)( +)([^ ]+)( +)(HTTPS?)(\/)(\d(?:\.\d)?)(\r?\n|$)/,
        ['nf', '', 'nn', '', 'k', 'o', 'm', ''],
        'headers',
      ],
      [
        /(HTTPS?)(\/)(\d\.\d)( +)(\d{3})( +)?([^\r\n]*)(\r?\n|$)/,
        ['k', 'o', 'm', '', 'm', '', 'ne', ''],
        'headers',
      ],
    ],
    headers: [
      [/([^\s:]+)( *)(:)( *)([^\r\n]+)(\r?\n|$)/, header],
      [/([^\r\n]+)(\r?\n|$)/, ['s', '']],
      [/\r?\n/, '', 'body'],
    ],
    body: [[/[^]+/, body]],
  },
}
