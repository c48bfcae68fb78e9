import { words, type Grammar } from '../grammar.js'
import { CSS_BUILTINS, CSS_COLORS, CSS_PROPERTIES } from './cssWords.js'
import { closed, closedOnLine, LETTERS } from '../pattern.js'

const NAME = new RegExp(`[a-zA-Z_${LETTERS}-][\\w${LETTERS}-]*`)
const ident = new RegExp(NAME.source)

const properties = words('py', { nl: CSS_PROPERTIES })
const values = words('n', { nb: CSS_BUILTINS, no: CSS_COLORS })

const UNITS =
  'em|ex|ch|rem|vw|vh|vmin|vmax|cm|mm|in|px|pt|pc|deg|grad|rad|turn|s|ms|Hz|kHz|dpi|dpcm|dppx'

/** Cascading style sheets. */
export const css: Grammar = {
  states: {
    root: [
      'include:basics',
      [/@[\w-]+/, 'k', 'at_rule'],
      [new RegExp(`(?:::?)${NAME.source}`), 'nd'],
      [new RegExp(`\\.${NAME.source}`), 'nc'],
      [new RegExp(`#[\\w-]+`), 'nf'],
      [/\{/, 'p', 'declarations'],
      [closed(/"/, /(?:\\\\|\\"|[^"])*"/), 's1'],
      [closed(/'/, /(?:\\\\|\\'|[^'])*'/), 's2'],
      [ident, 'nt'],
      [/[~^*!%&[\]()<>|+=,;:./?@-]/, 'o'],
    ],
    basics: [
      [/\s+/, ''],
      [closed(/\/\*/, /[^]*?\*\//), 'c'],
    ],
    value: [
      'include:basics',
      [closedOnLine(/url\(/, /.*?\)/), 'sx'],
      [/#[0-9a-f]{1,6}/i, 'm'],
      [new RegExp(`-?(?:\\d+\\.?\\d*|\\.\\d+)(?:%|(?:${UNITS})(?![\\w-]))?`), 'm'],
      [closed(/"/, /(?:\\\\|\\"|[^"])*"/), 's1'],
      [closed(/'/, /(?:\\\\|\\'|[^'])*'/), 's2'],
      [/!important\b/, 'cp'],
      [/-{2}[\w-]+/, 'n'],
      [/rgb\b/, 'nb'],
      [ident, values],
      [/[()[\]:,./]/, 'p'],
    ],
    at_rule: [
      [new RegExp(`\\{(?=\\s*${NAME.source}\\s*:)`), 'p', ['#pop', 'declarations']],
      [/\{/, 'p', ['#pop', 'block']],
      [/;/, 'p', '#pop'],
      'include:value',
    ],
    block: ['include:root', [/\}/, 'p', '#pop']],
    declarations: [
      'include:basics',
      [/\}/, 'p', '#pop'],
      [/(?<![\w-])-{2}[\w-]+(?=\s*:)/, 'py', 'property'],
      [/(?<![\w-])-(?:webkit|moz|ms|o|khtml)-[\w-]*(?=\s*:)/, 'nl', 'property'],
      [new RegExp(`(?<![\\w-])${NAME.source}(?=\\s*:)`), properties, 'property'],
    ],
    property: [
      'include:basics',
      [/:/, 'p', ['#pop', 'property_value']],
      [/;/, 'p', '#pop'],
      [/\}/, 'p', '#pop:2'],
    ],
    property_value: [[/;/, 'p', '#pop'], [/\}/, 'p', '#pop:2'], 'include:value'],
  },
}
