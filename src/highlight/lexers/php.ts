import { words, type Grammar } from '../grammar.js'
import { PHP_WORDS } from '../words/php.js'
import { PHP_FUNCTIONS } from '../words/phpFunctions.js'
import { closed } from '../pattern.js'

const { k, kc } = PHP_WORDS
const names = words('n', { k, kc }, { ignoreCase: true })
const members = words('n', { k }, { ignoreCase: true })
const calls = words('nf', { k: `${k} use`, nb: PHP_FUNCTIONS.nb }, { ignoreCase: true })
const constants = words('no', { k, kc }, { ignoreCase: true })
const classes = words('nc', { k, kc }, { ignoreCase: true })

/** PHP, within HTML unless the code has no opening tag. */
export const php: Grammar = {
  start: (run, code) => {
    const asked = run.options['start_inline']
    const inline =
      asked === undefined ? !/<\?(?:php|=)/.test(code) : asked !== '0' && asked !== 'false'
    if (inline) run.push('php')
  },
  states: {
    root: [
      [/<\?(?:php|=)?/i, 'cp', 'php'],
      [/(?:[^<]|<(?!\?(?:php|=|\s)))+/i, (run, text) => run.delegate('html', text)],
    ],
    php: [
      [/\?>/, 'cp', '#pop'],
      [/\s+/, ''],
      [/#.*?(?=\?>|\n|$)/, 'c1'],
      [/\/\/.*?(?=\?>|\n|$)/, 'c1'],
      [closed(/\/\*\*(?!\/)/, /.*?\*\//s), 'cd'],
      [closed(/\/\*/, /.*?\*\//s), 'cm'],
      [closed(/<<<(['"]?)([\p{L}_][\p{L}\p{N}_]*)\1\n/u, String.raw`[^]*?\n\s*\2;?`), 'sh'],
      [/(->|\?->|::)(\s*)([\p{L}_][\p{L}\p{N}_]*)(?=\s*\()/u, ['o', '', calls]],
      [/(->|\?->)(\s*)([\p{L}_][\p{L}\p{N}_]*)/u, ['o', '', members]],
      [/(::)(class)\b/, ['o', 'n']],
      [
        /(?:abstract|final|private|protected|public|static|readonly|var)(?=\s+\??[\w\\|]+\s+\$)/i,
        'k',
        'typed',
      ],
      [
        /(function)(\s+)(&?)([\p{L}_][\p{L}\p{N}_]*)(\s*)(\()/iu,
        ['k', '', 'o', 'n', '', 'p'],
        ['result', 'typed'],
      ],
      [/(function|fn)(\s*)(\()/i, ['k', '', 'p'], ['result', 'typed']],
      [
        /(class|interface|trait|extends|implements)(\s+)(?=[\\\p{L}_])(\p{Lu}\p{L}*_[\p{L}\p{N}_]*)?/iu,
        ['kd', '', 'nc'],
      ],
      [/(namespace)(\s+)([\p{L}_][\p{L}\p{N}_\\]*)/iu, ['kn', '', 'nn']],
      [
        /(use)(\s+)(function)(\s+)([\p{L}_][\p{L}\p{N}_\\]*)(?![\\{\w])/iu,
        ['kn', '', 'k', '', 'n'],
      ],
      [/(use)(\s+)(\p{Lu}\p{L}*_[\p{L}\p{N}_]*)/u, ['kn', '', 'nf']],
      [/use\b(?!\s*\()/i, 'kn'],
      [/(?<=\buse\s+(?:(?:function|const)\s+)?)[\p{L}_][\p{L}\p{N}_\\]*\\(?=\{)/iu, 'nn'],
      [/(?<=\bnew\s+)class\b/i, 'kd'],
      [/(?<=\bnew\s+)(?!class\b)[\p{L}_][\p{L}\p{N}_\\]*/u, 'nc'],
      [/(?<=\buse\s+)const\b/i, 'k'],
      [/(const)(\s+)([\p{L}_][\p{L}\p{N}_]*)/iu, ['k', '', 'no']],
      [/(?<!\$)\$+[\p{L}_][\p{L}\p{N}_]*/u, 'nv'],
      [/\.\.\./, 'p'],
      [/0x[0-9a-f_]+/i, 'mh'],
      [/0b[01_]+/i, 'mb'],
      [/\d*\.\d*(?:e[+-]?\d+)?/i, 'mf'],
      [/0[0-7_]+/, 'mo'],
      [/\d[\d_]*/, 'mi'],
      [closed(/'/, /(?:\\.|[^'\\])*'/s), 's1'],
      [closed(/`/, /[^`]*`/), 'sb'],
      [/"/, 's2', 'string'],
      'include:names',
      [/[~!%^&*+=|:<>/@?-]+/, 'o'],
      [/[[\]{}();,]/, 'p'],
    ],
    names: [
      [/[\p{L}_][\p{L}\p{N}_]*(?:\\[\p{L}_][\p{L}\p{N}_]*)*(?=\s*\()/u, calls],
      [/(?:self|parent|static)\b/, 'k'],
      [/\p{Lu}[\p{Lu}\p{N}_]+(?![\p{L}\p{N}_\\])/u, constants],
      [/\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}_])(?:\\[\p{L}_][\p{L}\p{N}_]*)*/u, classes],
      [/(?:[\p{L}_][\p{L}\p{N}_]*\\)+\p{Lu}[\p{L}\p{N}]*(?![\p{L}\p{N}_\\])/u, 'nc'],
      [/[\p{L}_][\p{L}\p{N}_]*(?:\\[\p{L}_][\p{L}\p{N}_]*)*/u, names],
    ],
    // Types stand before the names of parameters and properties.
    typed: [
      [/\s+/, ''],
      [/(?:public|private|protected|readonly|static|final)\b/i, 'k'],
      [/\??[\p{L}_][\p{L}\p{N}_]*(?=\s*(?:[|<]|\s&?(?:\.\.\.)?\$))/u, 'kt', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    result: [
      [/(\))(\s*)(:)(\s*)(\??[\p{L}_][\p{L}\p{N}_]*)/u, ['p', '', 'p', '', 'kt'], '#pop'],
      [/(\))(:)(?=\s*\\)/, ['p', 'p'], '#pop'],
      [/\)/, 'p', '#pop'],
      [/\(/, 'p', 'parens'],
      [/,/, 'p', 'typed'],
      'include:php',
    ],
    parens: [[/\)/, 'p', '#pop'], [/\(/, 'p', 'parens'], 'include:php'],
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
