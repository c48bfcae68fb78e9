import { words, type Grammar, type Rule } from '../grammar.js'
import { BATCHFILE_WORDS } from '../words/batchfile.js'

const names = words('kd', BATCHFILE_WORDS)

const variables: readonly Rule[] = [
  [/%[a-z]\w*%|![a-z]\w*!/i, 'nv'],
  [/%%?~?[a-z]+\d?/i, 'vm'],
  [/[%!]/, 'err'],
  [/\^[^]/, 'se'],
]

/** Batch files of Windows. */
export const batchfile: Grammar = {
  states: {
    root: [
      [/^::.*$|@?\brem\b.*$/i, 'c'],
      [/"/, 's2', 'double'],
      [/'/, 's1', 'single'],
      [/`/, 'sb', 'backtick'],
      [/\s+/, ''],
      [/:[a-z]+/i, 'nl'],
      [
        /([a-z]\w*)(\.exe|\b)/i,
        (run, _, [, word = '', end = '']) => {
          const isBuiltIn = BUILT_IN.has(word)
          run.emitAs(names, word)
          if (end !== '') run.emit(isBuiltIn ? 'nb' : 'err', end)
        },
      ],
      ...variables,
      [/0x[\da-f]+/i, 'mh'],
      [/\d+/, 'm'],
      [/(?:--?|[/+])[a-z]+(?:-[a-z]+)*\s*/i, 'na'],
      [/[-+~*=?|&<>()[\]{},;]/, 'o'],
      [/[^\s\-+~*=?|&()[\]{},;"'`%!^]+/, ''],
    ],
    double: [[/"/, 's2', '#pop'], ...variables, [/[^"%!^]+/, 's2']],
    single: [[/'/, 's1', '#pop'], ...variables, [/[^'%!^]+/, 's1']],
    backtick: [[/`/, 'sb', '#pop'], ...variables, [/[^`%!^]+/, 'sb']],
  },
}

const BUILT_IN = new Set(BATCHFILE_WORDS.nb.trim().split(/\s+/))
