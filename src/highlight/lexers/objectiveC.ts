import { words, type Grammar, type Rule } from '../grammar.js'
import { OBJC_WORDS } from '../words/objectiveC.js'
import { cNumbers, cStart, cStates } from './c.js'

const KEYWORDS =
  /@(?:selector|private|protected|public|encode|synchronized|try|throw|catch|finally|end|property|synthesize|dynamic|optional|import|autoreleasepool)\b/
const ID = /[a-zA-Z$_][\w$]*/

const extra: readonly Rule[] = [
  [/@"/, 's', 'string'],
  [/@'(?:\\.|[^\\'\n])'/, 'sc'],
  [/@(?:\d+\.\d*|\.\d+)(?:e[+-]?\d+)?[fl]?/i, 'mf'],
  [/@\d+/, 'mi'],
  [/\?/, 'p', 'ternary'],
  [/@\{/, 'p', 'body'],
  [/@(?:YES|NO)\b/, 'nb'],
  [/@[[(](?=[^)]|$)/, 'p'],
  [KEYWORDS, 'k'],
  [/@(?:class|protocol|interface|implementation)\b/, 'k', 'class_name'],
  [/@\w+|@/, 'err'],
  [/(?<=^[ \t]*)[-+](?=\s*\()/, 'k', 'method'],
  [/\[(?!\s*@)(?=\s*[a-zA-Z_[])/, 'p', ['message', 'receiver']],
]

/** Objective-C. */
export const objectiveC: Grammar = {
  start: cStart,
  states: cStates({
    names: words('n', OBJC_WORDS),
    numbers: cNumbers,
    functions: true,
    extra,
    states: {
      ternary: [[/:/, 'p', '#pop'], 'include:body'],
      class_name: [
        [/\s+/, ''],
        [/([a-zA-Z$_][\w$]*)(\s*)(:)(\s*)([a-zA-Z$_][\w$]*)/, ['nc', '', 'p', '', 'nc'], '#pop'],
        [
          /([a-zA-Z$_][\w$]*)(\s*)(\()(\s*)([a-zA-Z$_][\w$]*)(\s*)(\))/,
          ['nc', '', 'p', '', 'nl', '', 'p'],
          '#pop',
        ],
        [/([a-zA-Z$_][\w$]*)(\s*)(,)/, ['nc', '', 'p']],
        [ID, 'nc', '#pop'],
        [/(?:)/, '', '#pop'],
      ],
      method: [
        [/\s+/, ''],
        [/([a-zA-Z$_][\w$]*)(\s*)(:)/, ['nf', '', 'p']],
        [/\)\s*(?=[a-zA-Z_]\w*\s*[;{])/, 'p'],
        [
          /(\()([^()]*(?:\((?:[^()]|\([^()]*\))*\)[^()]*)*)(\))(\s*)(?=[a-zA-Z$_])/,
          (run, _text, match) => {
            run.emit('p', '(')
            run.recurseIn('body', match[2] ?? '')
            run.emit('p', ')')
            run.emit('', match[4] ?? '')
          },
          'argument',
        ],
        [/;/, 'p', '#pop'],
        [/\{/, 'p', ['#pop', 'body']],
        [/,/, 'p'],
        [/\.\.\./, 'p'],
        [ID, 'n'],
        [/(?:)/, '', '#pop'],
      ],
      argument: [
        [/([a-zA-Z$_][\w$]*)(\s*)(:)/, ['nf', '', 'p'], '#pop'],
        [
          /[a-zA-Z$_][\w$]*(?=\s*[;{])(?<![:)]\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*\w*)/,
          'n',
          '#pop',
        ],
        [/(?<=:\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*)[a-zA-Z$_][\w$]*/, 'nv', '#pop'],
        [ID, 'n', '#pop'],
        [/(?:)/, '', '#pop'],
      ],
      receiver: [
        [/\s+/, ''],
        [/\[/, 'p', ['#pop', 'message', 'receiver']],
        [/[a-zA-Z$_][\w$.]*(?=\s)/, (run, text) => run.recurseIn('body', text), '#pop'],
        [/(?:)/, '', '#pop'],
      ],
      message: [
        [/\]/, 'p', '#pop'],
        [/\s+/, ''],
        [/([a-zA-Z$_][\w$]*)(\s*)(:)(?!:)/, ['nf', '', 'p'], 'message_value'],
        [/[a-zA-Z$_][\w$]*(?=\s*\])/, 'nf'],
        'include:space',
        'include:statements',
        [/[{}]/, 'p'],
      ],
      message_value: [
        [/(?=\])/, '', '#pop'],
        [/(?=\s+[a-zA-Z$_][\w$]*\s*:(?!:))/, '', '#pop'],
        [/\{/, 'p', 'block_body'],
        'include:space',
        'include:statements',
      ],
      block_body: [
        [/\}/, 'p', '#pop'],
        [/\{/, 'p', 'block_body'],
        'include:space',
        'include:statements',
      ],
    },
  }),
}
