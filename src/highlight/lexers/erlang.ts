import { classOf, words, type Grammar } from '../grammar.js'
import { closed, closedOnLine } from '../pattern.js'
import { ERLANG_WORDS } from '../words/erlang.js'

const ATOM = String.raw`(?:[a-z]\w*|'[^\n']*[^\\]')`
const names = words('n', ERLANG_WORDS)
const calls = words('nf', ERLANG_WORDS)

/** Erlang. */
export const erlang: Grammar = {
  states: {
    root: [
      [/\s+/, ''],
      [closed(/%/, /.*\n/), 'c'],
      [/[A-Z]\w*/, 'nv'],
      [new RegExp(`(?<![^\\n])(-)(record)(\\()(${ATOM})`), ['p', 'ni', 'p', 'nl']],
      [/(?<![^\n])(-)(define)(\()([A-Za-z_]\w*)/, ['p', 'ni', 'p', 'no']],
      [/(?<![^\n])(-)([a-z]\w*)/, ['p', 'ni']],
      [
        new RegExp(`(${ATOM})(:)`),
        (run, _, [, module = '']) => {
          const token = classOf(names, module)
          run.emit(token === 'n' ? 'nn' : token, module)
          run.emit('p', ':')
        },
      ],
      [new RegExp(`(${ATOM})(\\s*)(\\()`), [calls, '', 'p']],
      [/[a-z]\w*/, names],
      [closedOnLine(/'/, /[^\n']*[^\\]'/), 'n'],
      [/"/, 's', 'string'],
      [/<<|>>/, 'o'],
      [/=:=|=\/=|==|\/=|=<|>=|<-|<=|->|=>|\+\+|--|[-+*/<>=!?]/, 'o'],
      [/[+-]?\d+#[\da-zA-Z]+/, 'mi'],
      [/[+-]?\d+/, 'mi'],
      [/[+-]?\d+\.\d+/, 'mf'],
      [/\$(?:\\(?:[bdefnrstv'"\\/ %]|[0-7]{1,3}|\^[a-zA-Z])|[^\\])/, 'sc'],
      [new RegExp(`#${ATOM}(?::?\\.${ATOM})?`), 'nl'],
      [/[\][:_@".{}()|;,]/, 'p'],
    ],
    string: [
      [/"/, 's', '#pop'],
      [/\\(?:[\\"'bdefnrstv]|[0-7]{1,3}|\^[a-zA-Z])/, 'se'],
      [/~[\d.*]*[~#+bBcdefginpPswWxX]/, 'si'],
      [/[^\\"~]+|~/, 's'],
    ],
  },
}
