import type { Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:application|text)\/(?:[\w.-]+\+)?json\b/i, 'json'],
  [/^text\/html\b/i, 'html'],
  [/^(?:application|text)\/(?:[\w.-]+\+)?xml\b|^image\/svg\+xml\b/i, 'xml'],
  [/^(?:application|text)\/(?:x-)?javascript\b/i, 'javascript'],
  [/^text\/css\b/i, 'css'],
  [/^(?:application|text)\/(?:x-)?yaml\b/i, 'yaml'],
]

function header(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, name = '', before = '', colon = '', after = '', value = '', end = ''] = match
  run.emit('na', name)
  run.emit('', before)
  run.emit('p', colon)
  run.emit('', after)
  run.emit('s', value)
  run.emit('', end)
  if (name.toLowerCase() !== 'content-type') return
  run.notes.set('body', LANGUAGES.find(([type]) => type.test(value.trim()))?.[1] ?? '')
}

/** Messages of HTTP; the body is in the language its content type tells. */
export const http: Grammar = {
  states: {
    root: [
      [
        /(?<![A-Z])([A-Z]+)( +)(\S+)( +)(HTTP)(\/)(1\.[01]|2(?:\.0)?|3)(\n|$)/,
        ['nf', '', 'nn', '', 'k', 'o', 'm', ''],
        'headers',
      ],
      [
        /(HTTP)(\/)(1\.[01]|2(?:\.0)?|3)( +)(\d{3})(?:( +)([^\n]+))?(\n|$)/,
        ['k', 'o', 'm', '', 'm', '', 'ne', ''],
        'headers',
      ],
    ],
    headers: [
      [/([^\s:]+)( *)(:)( *)([^\n]+)(\n|$)/, header],
      [/([^\n]+)(\n|$)/, ['s', '']],
      [/\n/, '', 'body'],
    ],
    body: [
      [
        /[^]+/,
        (run, text) => {
          const language = run.notes.get('body') ?? ''
          if (language === '') run.emit('', text)
          else run.delegate(language, text)
        },
      ],
    ],
  },
}
