import { words, type Grammar } from '../grammar.js'
import { closedOnLine } from '../pattern.js'
import { JULIA_WORDS } from '../words/julia.js'

// Every sign beyond ASCII can stand in a name.
const WIDE = '\\u00a1-\\uffff'
const NAME = `[A-Za-z_${WIDE}][\\w!${WIDE}]*`
const names = words('n', { ...JULIA_WORDS, nb: `${JULIA_WORDS.nb} \u03c0` })

/** Julia. */
export const julia: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/#=/, 'cm', 'comment'],
      [/#.*$/, 'c'],
      [/"/, 's', 'string'],
      [closedOnLine(/`/, /[^`\n]*`/), 'sb'],
      [/'(?:\\(?:u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|x[\da-fA-F]{1,2}|.)|[^\\'\n])'/, 'sc'],
      [/(?:function|macro)\b/, 'k', 'function'],
      [/(?:mutable\s+struct|struct|abstract\s+type|primitive\s+type)\b/, 'k', 'type'],
      [new RegExp(`@${NAME}(?:\\.${NAME})*`), 'nd'],
      [/0x[\da-fA-F_]+/, 'mh'],
      [/0o[0-7_]+/, 'mo'],
      [/0b[01_]+/, 'mb'],
      [/\d[\d_]*(?:\.(?!\.)[\d_]*(?:[eEf][+-]?\d+)?|[eEf][+-]?\d+)/, 'mf'],
      [/\d[\d_]*/, 'mi'],
      [/[\u2260\u2264\u2265\u00f7]/, 'o'],
      [new RegExp(NAME), names],
      [/[-+*/\\^%&|<>=!~?:.$]/, 'o'],
      [/[()[\]{},;]/, 'x'],
    ],
    comment: [
      [/#=/, 'cm', 'comment'],
      [/=#/, 'cm', '#pop'],
      [/[^#=]+|[#=]/, 'cm'],
    ],
    function: [
      [/\s+/, 'nf'],
      [/\(/, 'o', '#pop'],
      [/[-+*/\\^%&|<>=!~:]+/, 'nf', '#pop'],
      [new RegExp(`${NAME}(?:\\.${NAME})*`), 'nf', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    type: [
      [/\s+/, 'nc'],
      [new RegExp(NAME), 'nc', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[\\'"abfnrtv]|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[0-7]{1,3})/, 'se'],
      [/\$/, 'si'],
      [/[^\\"$]+|\\/, 's'],
    ],
  },
}
