import { words, type Grammar } from '../grammar.js'
import { FORTRAN_WORDS } from '../words/fortran.js'

const names = words('n', FORTRAN_WORDS, { ignoreCase: true })
const KIND = '(?:\\d+|[A-Z][_A-Z\\d]*)'
const EXPONENT = '[ED][+-]?\\d+'
const ignoringCase = (source: string): RegExp => new RegExp(source, 'i')

/** Fortran in free form: the states of Rouge's lexer. */
export const fortran: Grammar = {
  states: {
    root: [
      [/\s+/, 'w'],
      [/!.*/, 'c1'],
      [/^#.*/, 'cp'],
      [/::|[()/;,:&[\]]/, 'p'],
      [/^\d+\b/, 'nl'],
      [/(FORMAT)(\s*)(\()/i, ['k', 'w', 'p'], 'format'],
      [
        ignoringCase(
          `[+-]?(?:(?:\\d+\\.\\d*|\\.\\d+)(?:${EXPONENT})?|\\d+${EXPONENT})(?:_${KIND})?`,
        ),
        'mf',
      ],
      [ignoringCase(`[+-]?\\d+(?:_${KIND})?`), 'mi'],
      [/B(?:'[01]+'|"[01]+")/i, 'mb'],
      [/O(?:'[0-7]+'|"[0-7]+")/i, 'mo'],
      [/Z(?:'[\dA-F]+'|"[\dA-F]+")/i, 'mh'],
      [ignoringCase(`(?:${KIND}_)?'`), 's1', 'single'],
      [ignoringCase(`(?:${KIND}_)?"`), 's2', 'double'],
      [ignoringCase(`\\.(?:TRUE|FALSE)\\.(?:_${KIND})?`), 'kc'],
      [/\*\*|\/\/|==|\/=|<=|>=|=>|[-+*/<>=%]/, 'o'],
      [/\.[A-Z]+\./i, 'ow'],
      [/double\s+precision\b/i, 'kt'],
      [/(?:go\s+to|sync\s+(?:all|images|memory)|error\s+stop)\b/i, 'k'],
      [/[A-Z][_A-Z\d]*/i, names],
    ],
    single: [
      [/[^']+/, 's1'],
      [/''/, 'se'],
      [/'/, 's1', '#pop'],
    ],
    double: [
      [/[^"]+/, 's2'],
      [/""/, 'se'],
      [/"/, 's2', '#pop'],
    ],
    format: [
      [/'/, 's1', 'single'],
      [/"/, 's2', 'double'],
      [/\(/, 'p', 'format'],
      [/\)/, 'p', '#pop'],
      [/,/, 'p'],
      [/\s+/, 'w'],
      [/[^\s'"(),]+/, 'l'],
    ],
  },
}
