import type { Grammar, Rule } from '../grammar.js'
import { JAVA_WORDS } from '../words/java.js'
import { closed, oneOf } from '../pattern.js'

const ID = '[\\p{L}_][\\p{L}\\p{N}_]*'
const keyword = (list: string): RegExp => new RegExp(`(?:${oneOf(list)})(?![\\p{L}\\p{N}_])`, 'u')

// A name before a parenthesis and behind a type, or what looks like one, is a method's. At the
// beginning of every line but the first keywords count as types.
function method(lead: string): Rule {
  const type = `(?<![\\p{L}\\p{N}_$][.[\\]<>?]{0,2})(?:[a-zA-Z_][a-zA-Z0-9_.[\\]<>]*\\s+){1,9}?`
  return [
    new RegExp(`(${lead}${type})([a-zA-Z_][a-zA-Z0-9_]*)(\\s*)(\\()`, 'u'),
    (run, _text, match) => {
      const [, types = '', name = '', space = ''] = match
      run.recurse(types)
      run.emit('nf', name)
      run.emit('', space)
      run.emit('o', '(')
    },
  ]
}

/** Java. */
export const java: Grammar = {
  states: {
    root: [
      method('(?<=\\n[ \\t]*)'),
      [/\s+/, ''],
      [/\/\/.*?$/, 'c1'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [keyword(JAVA_WORDS.k), 'k'],
      method(''),
      [new RegExp(`@${ID}`, 'u'), 'nd'],
      [keyword('class interface'), 'kd', 'class'],
      [keyword(JAVA_WORDS.kd), 'kd'],
      [keyword(JAVA_WORDS.kt), 'kt'],
      [keyword(JAVA_WORDS.kc), 'kc'],
      [/(?:package|import)\b/, 'kn', 'namespace'],
      [closed(/"/, /(?:\\\\|\\"|[^"])*"/), 's'],
      [/'(?:\\u[0-9a-f]{4}|\\.|[^\\])'/, 'sc'],
      [new RegExp(`(\\.)(${ID})`, 'u'), ['o', 'na']],
      [new RegExp(`(?<![\\p{L}\\p{N}_$])${ID}:`, 'u'), 'nl'],
      [/\p{Lu}[\p{Lu}\p{N}_]*(?![\p{L}\p{N}_])/u, 'no'],
      [/\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}_])/u, 'nc'],
      [new RegExp(`\\$?${ID}`, 'u'), 'n'],
      [/0x[0-9a-f][0-9a-f_]*/i, 'mh'],
      [/0b[01][01_]*/i, 'mb'],
      [/[0-9][0-9_]*\.[0-9][0-9_]*(?:[eE][0-9][0-9_]*)?[fd]?/, 'mf'],
      [/0[0-7][0-7_]*/, 'mo'],
      [/[0-9][0-9_]*L?/, 'mi'],
      [/[~^*!%&[\](){}<>|+=:;,./?-]/, 'o'],
    ],
    // What is no name is an error up to the next name.
    class: [
      [/\s+/, ''],
      [new RegExp(ID, 'u'), 'nc', '#pop'],
    ],
    namespace: [
      [/\s+/, ''],
      [/[a-z0-9_.]+\*?/i, 'nn', '#pop'],
    ],
  },
}
