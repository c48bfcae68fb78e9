import { words, type Grammar, type States } from '../grammar.js'
import { closedOnLine } from '../pattern.js'

/** A name, which may hold letters of any script. */
export const JS_NAME = /[\p{L}\p{Nl}$_][\p{L}\p{N}\p{M}\p{Pc}]*/u

const KEYWORDS = `as async await break case catch continue debugger default delete do else export
  finally for from if import in instanceof new of return super switch this throw try typeof void
  while yield`
const AFTER = new RegExp(`(?:${KEYWORDS.trim().split(/\s+/).join('|')})(?![\\p{L}\\p{N}_])`, 'u')
const DECLARATIONS =
  /(?:class|const|constructor|extends|function|get|let|set|static|var|with)(?![\p{L}\p{N}_])/u

/** Words that are no keywords but have a class of their own. */
const jsWords = words('nx', {
  kr: 'enum implements interface package private protected public',
  kc: 'false null true undefined NaN Infinity',
  nb: `eval global self Array ArrayBuffer Boolean DataView Date Error Float32Array Float64Array
    Function Int8Array Int16Array Int32Array Map Math Number Object Packages Promise Proxy Reflect
    RegExp Set String Symbol Uint8Array Uint8ClampedArray Uint16Array Uint16ClampedArray
    Uint32Array Uint32ClampedArray WeakMap WeakSet
    decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt
    document window navigator netscape sun`,
})

function quoted(quote: string, token: 's1' | 's2'): States[string] {
  return [
    [new RegExp(quote), 'dl', '#pop'],
    [new RegExp(`[^\\\\${quote}]+`), token],
    [new RegExp(`\\\\[\\\\nrt${quote}]?`), 'se'],
  ]
}

/** The states of JavaScript, for lexers that extend it. */
export const jsStates: States = {
  root: [
    [closedOnLine(/\s*#!/, /.*\n/), 'cp', 'statement'],
    'include:space',
    [
      /\+\+|--|~|\\(?=\n)|\?\?=?|&&=?|\|\|=?|<<=?|>>>?=?|===?|!==?|=>|\*\*=?|[-<>+*%&|^/!=]=?/,
      'o',
      'expression',
    ],
    [/\?\./, 'p'],
    [/[(,]/, 'p', 'expression'],
    [/;/, 'p', 'statement'],
    [/[)\].]/, 'p'],
    [/`/, 's2', 'template'],
    [/\[/, 'p', 'expression'],
    [/\?/, 'p', ['ternary', 'expression']],
    [/:/, 'p'],
    [/[{}]/, 'p', 'statement'],
    [/(@)(\w*)/, ['p', 'nd'], 'expression'],
    'include:words',
    [/0x[0-9a-f]+/i, 'mh'],
    [/0o[0-7][0-7_]*/i, 'mo'],
    [/0b[01][01_]*/i, 'mb'],
    [/[0-9]+\.[0-9]+(?:e[0-9]+)?[fd]?/i, 'mf'],
    [/[0-9]+/, 'mi'],
    [/"/, 'dl', 'double'],
    [/'/, 'dl', 'single'],
  ],
  words: [
    [AFTER, 'k', 'expression'],
    [DECLARATIONS, 'kd', 'expression'],
    [JS_NAME, jsWords],
  ],
  space: [
    [/\s+/, ''],
    [/<!--/, 'c'],
    [/\/\/.*?$/, 'c1'],
    [/\/\*/, 'cm', 'blockComment'],
  ],
  // A state of its own: in a page the text of a script comes in pieces, and a comment goes on in the next one.
  blockComment: [
    [/\*\//, 'cm', '#pop'],
    [/[^*/]+|[*/]/, 'cm'],
  ],
  // Where an operand is due, a slash begins a regular expression and a brace an object.
  expression: [
    'include:space',
    [/\//, 'sr', ['#pop', 'regex']],
    [/\{/, 'p', ['#pop', 'object']],
    [/(?:)/, '', '#pop'],
  ],
  statement: [
    [/case\b/, 'k', ['#pop', 'expression']],
    [/([\p{L}\p{Nl}$_][\p{L}\p{N}\p{M}\p{Pc}]*)(\s*)(:)/u, ['nl', '', 'p']],
    'include:expression',
  ],
  object: [
    'include:space',
    [/\{/, 'p', 'object'],
    [/\}/, 'p', ['#pop', 'statement']],
    [/([\p{L}\p{Nl}$_][\p{L}\p{N}\p{M}\p{Pc}]*)([ \n\t\r]*)(:)/u, ['na', '', 'p'], 'expression'],
    'include:root',
  ],
  regex: [
    [/\//, 'sr', ['#pop', 'regex_end']],
    [/[^]?\n/, 'err', '#pop'],
    [/\[\^?/, 'se', 'regex_class'],
    [/\\.|\(\?[:=!<]|[()?]|\{[\d,]+\}/, 'se'],
    [/[^/\\[()?{\n](?:[^/\\[()?{\n](?!\n))*|\{/, 'sr'],
  ],
  regex_class: [
    [/\]/, 'se', '#pop'],
    [/\//, 'se'],
    [/\\./, 'se'],
    [/[^]?\n/, 'err', '#pop:2'],
    [/[^\\\]\n/](?:[^\\\]\n/](?!\n))*/, 'sr'],
  ],
  regex_end: [
    [/[gimuy]+/, 'sr', '#pop'],
    [/(?:)/, '', '#pop'],
  ],
  double: quoted('"', 's2') ?? [],
  single: quoted("'", 's1') ?? [],
  template: [
    [/\$\{/, 'p', 'template_expression'],
    [/`/, 's2', '#pop'],
    [/\\[$`]/, 'se'],
    [/[^$`\\]+|[\\$]/, 's2'],
  ],
  ternary: [[/:/, 'p', ['#pop', 'expression']], 'include:root'],
  template_expression: [[/\}/, 'p', '#pop'], 'include:root'],
}

/** JavaScript. */
export const javascript: Grammar = { states: jsStates }
