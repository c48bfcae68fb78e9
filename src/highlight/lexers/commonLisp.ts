import { words, type Grammar } from '../grammar.js'
import { closed, closedInWord } from '../pattern.js'
import { COMMON_LISP_WORDS } from '../words/commonLisp.js'

const NAME = String.raw`(?:\\.|[\w!$%&*+<=>?/~^@.:,[\]-])+`
const END = '(?=[\\s"\'(),]|$)'
const names = words('nv', COMMON_LISP_WORDS)

/** Common Lisp, and what is near to it. */
export const commonLisp: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [/;.*?$/, 'c1'],
      [/#\|/, 'cm', 'comment'],
      [/#\d*Y.*?$/, 'c1'],
      [closed(/"/, /(?:\\.|\\\n|[^"\\])*"/), 's'],
      [closed(/#p"/i, /(?:\\.|[^"\\])*"/), 'ss'],
      [new RegExp(`[:'#]{0,3}:${NAME}`), 'ss'],
      [new RegExp(`'${NAME}`), 'ss'],
      [/[`']/, 'o'],
      [new RegExp(`[-+]?\\d+\\.?${END}`), 'mi'],
      [new RegExp(`[-+]?\\d+/\\d+${END}`), 'mi'],
      [
        new RegExp(
          `[-+]?(?:\\d*\\.\\d+(?:[defls][-+]?\\d+)?|\\d+(?:\\.\\d*)?[defls][-+]?\\d+)${END}`,
          'i',
        ),
        'mf',
      ],
      [new RegExp(`#\\\\.${END}`), 'sc'],
      [new RegExp(`#\\\\${NAME}`), 'sc'],
      [/#\(/, 'o'],
      [/#\d*\*[01]*/, 'o'],
      [/#[.+-]/, 'o'],
      [/#'/, 'nf'],
      [/#b[-+]?[01]+(?:\/[01]+)?/i, 'm'],
      [/#o[-+]?[0-7]+(?:\/[0-7]+)?/i, 'm'],
      [/#x[-+]?[\da-f]+(?:\/[\da-f]+)?/i, 'm'],
      [/#\d+r[-+]?[\da-z]+(?:\/[\da-z]+)?/i, 'm'],
      [/#c(?=\()/i, 'm'],
      [/#\d+[=#]/, 'o'],
      [/,@|,|\./, 'o'],
      [closedInWord(/\*/, /\S+\*/), 'vg'],
      [new RegExp(NAME), names],
      [/[()]/, 'p'],
    ],
    comment: [
      [/#\|/, 'cm', 'comment'],
      [/\|#/, 'cm', '#pop'],
      [/[^|#]+|[|#]/, 'cm'],
    ],
  },
}
