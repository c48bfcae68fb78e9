import { classOf, words, type Grammar } from '../grammar.js'
import type { Lexing } from '../lexing.js'
import { CSS_BUILTINS, CSS_COLORS, CSS_PROPERTIES } from './cssWords.js'
import { closed, closedOnLine, LETTERS } from '../pattern.js'

const NAME = `[a-zA-Z_${LETTERS}-][\\w${LETTERS}-]*`
const name = new RegExp(NAME)

const properties = words('py', { nl: CSS_PROPERTIES })
const values = words('n', { nb: CSS_BUILTINS, no: CSS_COLORS })

const OF_A_VENDOR = /^(?:-(?:ah|atsc|hp|khtml|moz|ms|o|rim|ro|tc|wap|webkit|xv)-|mso-|prince-)/

const UNITS =
  'em|px|pt|pc|in|mm|cm|ex|rem|ch|vw|vh|vmin|vmax|dpi|dpcm|dppx|deg|grad|rad|turn|s|ms|Hz|kHz'

function property(run: Lexing, _text: string, [, key = '', gap = '']: RegExpExecArray): void {
  run.emit(OF_A_VENDOR.test(key) ? 'nl' : classOf(properties, key), key)
  run.emit('', gap)
  run.emit('p', ':')
}

/** Cascading style sheets. */
export const css: Grammar = {
  states: {
    root: [
      'include:basics',
      [/\{/, 'p', 'stanza'],
      [new RegExp(`::?${NAME}`), 'nd'],
      [new RegExp(`\\.${NAME}`), 'nc'],
      [new RegExp(`#${NAME}`), 'nf'],
      [new RegExp(`@${NAME}`), 'k', 'at_rule'],
      [name, 'nt'],
      [/[~^*!%&[\]()<>|+=@:;,./?-]/, 'o'],
      [closed(/"/, /(?:\\\\|\\"|[^"])*"/), 's1'],
      [closed(/'/, /(?:\\\\|\\'|[^'])*'/), 's2'],
    ],
    basics: [
      [/\s+/, ''],
      [closed(/\/\*/, /[^]*?\*\//), 'c'],
    ],
    value: [
      'include:basics',
      [closedOnLine(/url\(/, /.*?\)/), 'sx'],
      [/#[0-9a-f]{1,6}/i, 'm'],
      [new RegExp(`-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)(?:%|(?:${UNITS})\\b)?`), 'm'],
      [/[[\]():/.,]/, 'p'],
      [closed(/"/, /(?:\\\\|\\"|[^"])*"/), 's1'],
      [closed(/'/, /(?:\\\\|\\'|[^'])*'/), 's2'],
      [name, values],
    ],
    at_rule: [
      [new RegExp(`\\{(?=\\s*${NAME}\\s*:)`), 'p', 'at_stanza'],
      [/\{/, 'p', 'at_body'],
      [/;/, 'p', '#pop'],
      'include:value',
    ],
    at_body: ['include:at_end', 'include:root'],
    at_stanza: ['include:at_end', 'include:stanza'],
    at_end: [[/\}/, 'p', '#pop:2']],
    stanza: [
      'include:basics',
      [/\}/, 'p', '#pop'],
      [new RegExp(`(${NAME})(\\s*):`), property, 'stanza_value'],
      // No colon follows its end, so none of its parts has one either.
      [name, 'err'],
    ],
    stanza_value: [
      [/;/, 'p', '#pop'],
      [/(?=\})/, '', '#pop'],
      [/!\s*important\b/, 'cp'],
      [/^@.*?$/m, 'cp'],
      'include:value',
    ],
  },
}
