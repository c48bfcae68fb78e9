import type { Grammar, Rule } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { closedBefore } from '../pattern.js'
import { html } from './html.js'

/** What may be written as the language of a block; others are plain. */
const LANGUAGES = new Map([
  ['html', 'html'],
  ['css', 'css'],
  ['javascript', 'javascript'],
  ['sass', 'sass'],
  ['scss', 'scss'],
  ['coffee', 'coffeescript'],
])

/** A block of a component, up to its own end tag. */
function block(name: string, language: string): Rule {
  return [
    new RegExp(`(<)(\\s*)(${name})`),
    (run, _text, match) => {
      run.emit('nt', match[1] ?? '')
      run.emit('', match[2] ?? '')
      run.emit('k', match[3] ?? '')
      run.notes.set('language', language)
    },
    [name, 'languageTag'],
  ]
}

function endOf(name: string): Rule {
  return [new RegExp(`(<\\s*/\\s*)(${name})(\\s*>)`), ['nt', 'k', 'nt'], '#pop']
}

function chooseLanguage(run: Lexing, _text: string, match: RegExpExecArray): void {
  const [, attribute = '', space = '', value = ''] = match
  run.emit('na', attribute)
  run.emit('', space)
  run.emit('s', value)
  const name = value.toLowerCase().replace(/["']/g, '')
  run.notes.set('language', LANGUAGES.get(name) ?? 'plaintext')
}

/** Each piece begins anew in the language of its block. */
function piece(run: Lexing, text: string): void {
  const language = run.notes.get('language') ?? 'plaintext'
  run.restart(language)
  run.delegate(language, text)
}

// Values between braces have a lexer apart from that of the script: it goes by another name of the language.
function value(run: Lexing, text: string): void {
  run.delegate('js', text)
}

function script(run: Lexing, text: string): void {
  run.delegate('javascript', text)
}

/** Components of Vue in one file. A script is JavaScript, whatever its tag says. */
export const vue: Grammar = {
  states: {
    ...html.states,
    root: [
      block('template', 'html'),
      block('style', 'css'),
      block('script', 'javascript'),
      'include:htmlRoot',
    ],
    htmlRoot: html.states['root'] ?? [],
    htmlTag: html.states['tag'] ?? [],
    tag: [
      [
        closedBefore(/[^\w:#[\]()*.-]|$/g, /(?=[\w:#[\]()*.-])/, /[\w:#[\]()*.-]+\s*=\s*/),
        'na',
        'attribute',
      ],
      'include:htmlTag',
    ],
    languageTag: [
      [/(lang\s*=)(\s*)("(?:\\.|[^\\"])*"|'(?:\\.|[^\\'])*'|[^\s>]+)/, chooseLanguage],
      'include:tag',
    ],
    style: [endOf('style'), [/[^<]+|</, piece]],
    script: [endOf('script'), [/[^<]+|</, script]],
    template: [
      endOf('template'),
      [
        /\{\{/,
        (run, text) => {
          run.emit('si', text)
          run.restart('js')
        },
        'value',
      ],
      [/[^{<]+|[<{][^<{]*/, piece],
    ],
    value: [
      [/\}\}/, 'si', '#pop'],
      [/\}/, 'err'],
      [/\{/, value, 'value'],
      [/[^{}]+/, value],
    ],
  },
}
