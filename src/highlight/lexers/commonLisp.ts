import { words, type Grammar, type Rule } from '../grammar.js'
import { closed, closedBefore } from '../pattern.js'
import type { TokenClass } from '../token.js'
import { COMMON_LISP_WORDS } from '../words/commonLisp.js'

const NAME = String.raw`(?:\\.|[a-zA-Z0-9!$%&*+-/<=>?@[\]^_{}~])(?:\\.|[a-zA-Z0-9!$%&*+-/<=>?@[\]^_{}~#:])*`
const END = '(?=[ "\'()\\n,;`])'
const names = words('nv', COMMON_LISP_WORDS)

// A symbol behind a mark, also one between bars.
const symbol = (mark: string, token: TokenClass): Rule[] => [
  [closed(new RegExp(`${mark}\\|`), /[^|]+\|/), token],
  [new RegExp(mark + NAME), token],
]

/** Common Lisp, and what is near to it. */
export const commonLisp: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/;.*/, 'c1'],
      [/#\|/, 'cm', 'comment'],
      [/#\d*Y.*/, 'cs'],
      // A backslash at the end of a line is no part of a text.
      [closedBefore(/\\\n|$/g, /"/, /(?:\\.|[^"\\])*"/), 's'],
      ...symbol("[:']", 'ss'),
      [/['`]/, 'o'],
      [new RegExp(`[-+]?\\d+(?:\\.?|/\\d+)${END}`), 'mi'],
      [
        new RegExp(
          `[-+]?(?:\\d*\\.\\d+(?:[defls][-+]?\\d+)?|\\d+(?:\\.\\d*)?[defls][-+]?\\d+)${END}`,
        ),
        'mf',
      ],
      [new RegExp(`#\\\\.${END}`), 'sc'],
      ...symbol('#\\\\', 'sc'),
      [/#\(/, 'o', 'root'],
      [/#\d*\*[01]*/, 'x'],
      ...symbol('#:', 'ss'),
      [/#[.,]/, 'o'],
      [/#'/, 'nf'],
      [/#b[+-]?[01]+(?:\/[01]+)?/i, 'm'],
      [/#o[+-]?[0-7]+(?:\/[0-7]+)?/i, 'mo'],
      [/#x[+-]?[0-9a-f]+(?:\/[0-9a-f]+)?/i, 'm'],
      [/(#c)(\()/i, ['m', 'p'], 'root'],
      [/(#(?:\d+a|s))(\()/i, ['sx', 'p'], 'root'],
      [closed(/#p?"/i, /(?:\\.|[^"\\]|\\(?!.))*"/), 'ss'],
      [closed(/#p?"/i, /[^]*"/), 'ss'],
      [/#\d+[=#]/, 'o'],
      [closedBefore(/[^#]|$/g, /#/, `#*nil${END}\\s*\\(`), 'c', 'form'],
      [/#[+-]/, 'o'],
      [/,@|,|\./, 'o'],
      [new RegExp(`(?:t|nil)${END}`), 'no'],
      [new RegExp(`\\*(?:\\|[^|]{1,200}\\||${NAME})\\*`), 'vg'],
      [closed(/\|/, /[^|]+\|/), names],
      [new RegExp(NAME), names],
      [/\(/, 'p', 'root'],
      [
        /\)/,
        (run, text) => {
          run.emit(run.depth === 1 ? 'err' : 'p', text)
          run.pop()
        },
      ],
    ],
    comment: [
      [/#\|/, 'cm', 'comment'],
      [/\|#/, 'cm', '#pop'],
      [/[^|#]+|[|#]/, 'cm'],
    ],
    // A form that is left out when it is read.
    form: [
      [/\(/, 'c', 'form'],
      [/\)/, 'c', '#pop'],
      [/[^()]+/, 'c'],
    ],
  },
}
