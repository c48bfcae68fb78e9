import { words, type Grammar } from '../grammar.js'
import { PHP_WORDS } from '../words/php.js'

const NAME = '[\\p{L}_][\\p{L}\\p{N}_]*'
const { k, kc } = PHP_WORDS
const names = words('n', { k, kc }, { ignoreCase: true })

/** PHP, within HTML unless the code has no opening tag. */
export const php: Grammar = {
  start: (run, code) => {
    const inline = run.options['start_inline']
    if (inline === undefined ? !/<\?(?:php|=)/.test(code) : inline !== '0' && inline !== 'false')
      run.push('php')
  },
  states: {
    root: [
      [/<\?(?:php|=)?/i, 'cp', 'php'],
      [/[^<]+/, (run, text) => run.delegate('html', text)],
      [/</, (run, text) => run.delegate('html', text)],
    ],
    php: [
      [/\?>/, 'cp', '#pop'],
      [/\s+/, ''],
      [/#(?!\[).*?(?=\?>|\n|$)/, 'c1'],
      [/\/\/.*?(?=\?>|\n|$)/, 'c1'],
      [/\/\*\*(?!\/).*?\*\//s, 'cd'],
      [/\/\*.*?\*\//s, 'cm'],
      [/<<<(['"]?)([\p{L}_][\p{L}\p{N}_]*)\1\n[^]*?\n\s*\2/u, 'sh'],
      [/(->|::)(\s*)([\p{L}_][\p{L}\p{N}_]*)/u, ['o', '', 'na']],
      [/(abstract|final|private|protected|public|static|readonly)\b/i, 'k'],
      [/(function)(\s+)(&?)(\s*)([\p{L}_][\p{L}\p{N}_]*)/iu, ['k', '', 'o', '', 'nf']],
      [
        /(class|interface|trait|enum|extends|implements|new|instanceof)(\s+)(\\?[\p{L}_][\p{L}\p{N}_\\]*)/iu,
        ['k', '', 'nc'],
      ],
      [/(namespace|use)(\s+)(\\?[\p{L}_][\p{L}\p{N}_\\]*)/iu, ['kn', '', 'nn']],
      [/\$+[\p{L}_][\p{L}\p{N}_]*/u, 'nv'],
      [/0x[0-9a-f_]+/i, 'mh'],
      [/0b[01_]+/i, 'mb'],
      [/\d[\d_]*\.\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|\d+e[+-]?\d+/i, 'mf'],
      [/0[0-7_]+/, 'mo'],
      [/\d[\d_]*/, 'mi'],
      [/'(?:\\.|[^'\\])*'/s, 's1'],
      [/`[^`]*`/, 'sb'],
      [/"/, 's2', 'string'],
      [
        new RegExp(`\\\\?${NAME}(?:\\\\${NAME})*(?=\\s*\\()`, 'u'),
        words('nf', { k }, { ignoreCase: true }),
      ],
      [
        /\\?\p{Lu}[\p{L}\p{N}_]*(?:\\[\p{L}_][\p{L}\p{N}_]*)*/u,
        words('nc', { k, kc }, { ignoreCase: true }),
      ],
      [new RegExp(NAME, 'u'), names],
      [/[~!%^&*+=|:.<>/@-]+/, 'o'],
      [/\?/, 'o'],
      [/[[\]{}();,]/, 'p'],
    ],
    string: [
      [/"/, 's2', '#pop'],
      [/[^\\{$"]+/, 's2'],
      [/\\(?:[nrt"$\\]|[0-7]{1,3}|x[0-9a-f]{1,2})/i, 'se'],
      [/\$[\p{L}_][\p{L}\p{N}_]*/u, 'nv'],
      [/\{(?=\$)/, 'si', 'interpolation'],
      [/[{$\\]/, 's2'],
    ],
    interpolation: [[/\}/, 'si', '#pop'], 'include:php'],
  },
}
