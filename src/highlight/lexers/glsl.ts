import { words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { GLSL_WORDS } from '../words/glsl.js'

const names = words('n', GLSL_WORDS)

/** The shading language of OpenGL. */
export const glsl: Grammar = {
  states: {
    root: [
      [
        /([a-zA-Z_]\w*)(\s+)([a-zA-Z_]\w*)(?=\s*\([^();]*\)\s*[;{])/,
        (run, _, [, type = '', space = '', name = '']) => {
          run.emitAs(names, type)
          run.emit('', space)
          run.emit('nf', name)
        },
      ],
      [/\{/, 'p', 'body'],
      'include:code',
    ],
    body: [[/\{/, 'p', 'body'], [/\}/, 'p', '#pop'], 'include:code'],
    code: [
      [/(?<=^[ \t]*)#[^\n]*\n?/, 'cp'],
      [/\s+/, ''],
      [/\/\/.*/, 'c1'],
      [closed(/\/\*/, /[^]*?\*\//), 'cm'],
      [closedOnLine(/"/, /(?:\\.|[^"\\\n])*"/), 's'],
      [/'(?:\\.|[^'\\\n])'/, 'sc'],
      [/(?:\d+\.\d*|\.\d+|\d+)e[-+]?\d+/i, 'mf'],
      [/0x[\da-f]+u?/i, 'mh'],
      [/0[0-7]+u?/i, 'mo'],
      [/\d+u?/i, 'mi'],
      [/[a-zA-Z_]\w*/, names],
      [/[~!%^&*+=|?<>/-]/, 'o'],
      [/[()[\]{}.,:;]/, 'p'],
    ],
  },
}
