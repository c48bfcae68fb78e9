import { words, type Grammar, type Rule, type States } from '../grammar.js'
import { CSS_BUILTINS, CSS_COLORS, CSS_PROPERTIES } from './cssWords.js'
import { closed, closedBefore, sourceOf } from '../pattern.js'
import type { TokenClass } from '../token.js'

const ID = '[\\w-]+'
const values = words('n', { nb: CSS_BUILTINS, no: CSS_COLORS })
const properties = words('na', { nl: CSS_PROPERTIES })

/** What stands between quotes or the parentheses of `url`; a line ends in an error. */
function text(end: string, token: TokenClass): Rule[] {
  return [
    [new RegExp(sourceOf(end)), token, '#pop'],
    [/#\{/, 'si', 'interpolation'],
    [new RegExp(`(?:\\\\.|#(?!\\{)|[^\\n${sourceOf(end)}#])+`), token],
  ]
}

/** The rest of a selector's part, which goes on behind what is put into it. */
function piece(token: TokenClass): Rule[] {
  return [
    [new RegExp(ID), token],
    [/#\{/, 'si', 'interpolation'],
    [/(?:)/, '', '#pop'],
  ]
}

/** What both notations of Sass have; `end` is where a statement ends. */
export const sassStates: States = {
  content: [
    [/@for\b/, 'k', 'for'],
    [/@(?:debug|warn|if|each|while|else|return|media)/, 'k', 'value'],
    [new RegExp(`(@(?:mixin|function))(\\s+)(${ID})`), ['k', '', 'nf'], 'value'],
    [/@extend\b/, 'k', 'selector'],
    [new RegExp(`(@include)(\\s+)(${ID})`), ['k', '', 'nd'], 'value'],
    [new RegExp(`@${ID}`), 'k', 'selector'],
    [/&/, 'k', 'selector'],
    [new RegExp(`(\\$${ID})([ \\t]*)(:)`), ['nv', '', 'p'], 'value'],
  ],
  value: [
    'include:end',
    [/[ \t]+/, ''],
    [new RegExp(`\\$${ID}`), 'nv'],
    [/url\(/, 'sx', 'url'],
    [closedBefore(/[^\w-]|$/g, /(?=[\w-])/, /[\w-]+(?=\s*\()/), 'nf'],
    [new RegExp(`%${ID}`), 'nd'],
    [/(?:true|false)\b/, 'bp'],
    [/(?:and|or|not)\b/, 'ow'],
    [/#[a-z0-9]{1,6}/i, 'mh'],
    [/-?\d+(?:%|[a-z]+)?/, 'm'],
    [/-?\.\d+(?:%|[a-z]+)?/, 'mi'],
    'include:strings',
    [/#\{/, 'si', 'interpolation'],
    [/[~^*!&%<>|+=@:,./?-]+/, 'o'],
    [/[[\]()]+/, 'p'],
    [new RegExp(ID), values],
  ],
  for: [[/from|to|through/, 'ow'], 'include:value'],
  interpolation: [[/\}/, 'si', '#pop'], 'include:value'],
  name: [
    [/#\{/, 'si', 'interpolation'],
    [new RegExp(ID), properties],
  ],
  attribute: [
    'include:name',
    [closedBefore(/[^ \t]|$/g, /(?=[ \t:])/, /([ \t]*)(:)/), ['', 'p'], 'value'],
  ],
  selector: [
    'include:end',
    'include:strings',
    [/#\{/, 'si', 'interpolation'],
    [/[ \t]+/, ''],
    [/:/, 'nd', 'pseudo'],
    [/\./, 'nc', 'class'],
    [/#/, 'nn', 'id'],
    [/%/, 'nv', 'placeholder'],
    [new RegExp(ID), 'nt'],
    [/&/, 'k'],
    [/[~^*!&[\]()<>|+=@:;,./?-]/, 'o'],
  ],
  pseudo: piece('nd'),
  class: piece('nc'),
  id: piece('nn'),
  placeholder: piece('nv'),
  strings: [
    [/"/, 's2', 'double'],
    [/'/, 's1', 'single'],
  ],
  double: text('"', 's2'),
  single: text("'", 's1'),
  url: text(')', 'sx'),
}

/** SCSS: Sass in the notation of style sheets. */
export const scss: Grammar = {
  states: {
    ...sassStates,
    root: [
      [/\s+/, ''],
      [/\/\/.*?$/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [/@import\b/, 'k', 'value'],
      'include:content',
      [/(?=[^;{}][;}])/, '', 'attribute'],
      [/(?=[^;{}:[]+:[^a-z])/, '', 'attribute'],
      [/(?:)/, '', 'selector'],
    ],
    end: [
      [/\n/, ''],
      [
        /[;{}]/,
        (run, sign) => {
          run.emit('p', sign)
          run.pop(run.depth)
        },
      ],
    ],
  },
}
