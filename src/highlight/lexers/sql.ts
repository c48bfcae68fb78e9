import { words, type Grammar } from '../grammar.js'
import { SQL_WORDS } from '../words/sql.js'

const names = words('n', SQL_WORDS, { ignoreCase: true })

/** SQL of many databases. */
export const sql: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/--.*/, 'c1'],
      [/\/\*/, 'cm', 'comment'],
      [/\d+/, 'mi'],
      [/'/, 's1', 'single'],
      [/"/, 'nv', 'double'],
      [/`/, 'nv', 'backtick'],
      [/\w+/, names],
      [/[+*/<>=~!@#%&|?^-]/, 'o'],
      [/[;:()[\]{},.]/, 'p'],
    ],
    comment: [
      [/\/\*/, 'cm', 'comment'],
      [/\*\//, 'cm', '#pop'],
      [/[^*/]+|[*/]/, 'cm'],
    ],
    single: [
      [/\\./, 'se'],
      [/''/, 'se'],
      [/'/, 's1', '#pop'],
      [/[^\\']+|\\/, 's1'],
    ],
    double: [
      [/\\./, 'se'],
      [/""/, 'se'],
      [/"/, 'nv', '#pop'],
      [/[^\\"]+|\\/, 'nv'],
    ],
    backtick: [
      [/\\./, 'se'],
      [/``/, 'se'],
      [/`/, 'nv', '#pop'],
      [/[^\\`]+|\\/, 'nv'],
    ],
  },
}
