import { words, type Grammar } from '../grammar.js'
import { LUA_MEMBERS, LUA_WORDS } from '../words/lua.js'
import { closed } from '../pattern.js'

const { nb: _builtins, ...reserved } = LUA_WORDS
const names = words('n', LUA_WORDS)
/** What is in front of a member is no built-in name. */
const objects = words('n', reserved)
const members = words('n', { nb: LUA_MEMBERS })

/** Lua. */
export const lua: Grammar = {
  states: {
    root: [
      [/(?<![^])#!.*/, 'cp'],
      [closed(/--\[(=*)\[/, String.raw`[^]*?\]\1\]`), 'cm'],
      [/--.*$/, 'c1'],
      [/\d+e[+-]?\d+/i, 'mf'],
      [/0x[0-9a-f]*/i, 'mh'],
      [/\d+/, 'mi'],
      [/\s+/, ''],
      [closed(/\[(=*)\[/, String.raw`[^]*?\]\1\]`), 's'],
      [/==|~=|<=|>=|\.\.\.|\.\.|[=+*/%^<>#-]/, 'o'],
      [/[[\]{}().,:;]/, 'p'],
      [/function\b/, 'k', 'function'],
      [/gsub(?![\w.])|gsub(?=\.[^A-Za-z_])/, 'nb', 'substitution'],
      [
        /[A-Za-z_]\w*\.[A-Za-z_]\w*/,
        (run, text) => {
          if (members.words.has(text)) return run.emit('nb', text)
          const [object = '', member = ''] = text.split('.')
          run.emitAs(objects, object)
          run.emit('p', '.')
          run.emit('n', member)
        },
      ],
      [/[A-Za-z_]\w*/, names],
      [/'/, 's1', ['single', 'escapes']],
      [/"/, 's2', ['double', 'escapes']],
    ],
    function: [
      [/\s+/, ''],
      [/([A-Za-z_]\w*)(\.)([A-Za-z_]\w*)/, ['nc', 'p', 'nf'], '#pop'],
      [/[A-Za-z_]\w*/, 'nf', '#pop'],
      [/\(/, 'p', '#pop'],
    ],
    // Behind its name the first text of a substitution is a pattern.
    substitution: [
      [/\)/, 'p', '#pop'],
      [/[(,]/, 'p'],
      [/\s+/, ''],
      [/"/, 'sr', 'pattern'],
    ],
    pattern: [
      [/"/, 'sr', ['#pop', 'pattern_end']],
      [/\[\^?/, 'se', 'set'],
      [/\\.|\(\?[:=<!]|\{[\d,]+\}|[()?]/, 'se'],
      [/./, 'sr'],
    ],
    pattern_end: [
      [/\$+/, 'sr', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    set: [
      [/\//, 'se'],
      [/\]/, 'se', '#pop'],
      [/(\\)(.)/, ['se', 'sr']],
      [/./, 'sr'],
    ],
    // Only at the beginning of a text: behind anything else the rest is plain up to the next quote.
    escapes: [
      [/\\(?:[abfnrtv\\"']|\d{1,3})/, 'se'],
      [/(?:)/, '', '#pop'],
    ],
    single: [
      [/'/, 's1', '#pop'],
      [/[^']+/, 's1'],
    ],
    double: [
      [/"/, 's2', '#pop'],
      [/[^"]+/, 's2'],
    ],
  },
}
