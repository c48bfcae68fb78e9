import type { Grammar } from '../grammar.js'
import { closed } from '../pattern.js'
import { APPLESCRIPT } from '../words/appleScript.js'

const anyOf = (list: string): string =>
  `(?:${list
    .trim()
    .split(',')
    .map((phrase) => phrase.trim().replaceAll(/\n +/g, ' '))
    .join('|')})`
const phrases = (list: string, ending = ''): RegExp => new RegExp(`${anyOf(list)}${ending}\\b`)
const CLASSES = new RegExp(
  `(as )(${anyOf(APPLESCRIPT.classes)} |unit types|(?:Unicode )?text|string)\\b`,
)

/** AppleScript: the states of Rouge's lexer. */
export const appleScript: Grammar = {
  states: {
    root: [
      [/\s+/, 'w'],
      [/¬\n/, 'se'],
      [/'s\s+/, ''],
      [/(?:--|#).*/, 'c1'],
      [/\(\*/, 'cm'],
      [/[(){}!,.:]/, 'p'],
      [
        closed(/«/, /([^»]+)»/),
        (run, _text, match) => {
          run.emit('', '«')
          run.emit('nb', match[1] ?? '')
          run.emit('', '»')
        },
      ],
      [
        /((?:considering|ignoring)\s*)(application responses|case|diacriticals|hyphens|numeric strings|punctuation|white space)/,
        ['k', 'nb'],
      ],
      [/[-*+&≠=≥≤/÷^]|[<>]=?/, 'o'],
      [phrases(APPLESCRIPT.operators), 'ow'],
      [/^(in|on|script|to)(\s+)/, ['k', '']],
      [CLASSES, ['k', 'nc']],
      [phrases(APPLESCRIPT.literals), 'nb'],
      [phrases(APPLESCRIPT.commands), 'nb'],
      [phrases(APPLESCRIPT.controls), 'k'],
      [phrases(APPLESCRIPT.declarations), 'k'],
      [phrases(APPLESCRIPT.reserved), 'nb'],
      [phrases(APPLESCRIPT.builtins, 's?'), 'nb'],
      [phrases(APPLESCRIPT.handlerParams), 'nb'],
      [phrases(APPLESCRIPT.studioProperties), 'na'],
      [phrases(APPLESCRIPT.studioClasses, 's?'), 'nb'],
      [phrases(APPLESCRIPT.studioCommands), 'nb'],
      [phrases(APPLESCRIPT.references), 'nb'],
      [closed(/"/, /(?:\\["\\]|[^"\\]|\\(?!["\\]))*"/), 's2'],
      [/[a-zA-Z]\w*\b/, 'nv'],
      [/[-+]?(?:\d+\.\d*|\d*\.\d+)(?:E[-+]\d+)?/, 'mf'],
      [/[-+]?\d+/, 'mi'],
    ],
  },
}
