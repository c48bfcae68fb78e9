import { words, type Grammar } from '../grammar.js'
import { LUA_WORDS } from '../words/lua.js'
import { closed } from '../pattern.js'

const names = words('n', LUA_WORDS)
const modules = words('n', {
  nb: `string.byte string.char string.dump string.find string.format string.gmatch string.gsub
    string.len string.lower string.match string.rep string.reverse string.sub string.upper
    table.concat table.foreach table.foreachi table.getn table.insert table.maxn table.remove
    table.setn table.sort math.abs math.acos math.asin math.atan math.atan2 math.ceil math.cos
    math.cosh math.deg math.exp math.floor math.fmod math.frexp math.huge math.ldexp math.log
    math.log10 math.max math.min math.modf math.pi math.pow math.rad math.random math.randomseed
    math.sin math.sinh math.sqrt math.tan math.tanh io.close io.flush io.input io.lines io.open
    io.output io.popen io.read io.tmpfile io.type io.write os.clock os.date os.difftime os.execute
    os.exit os.getenv os.remove os.rename os.setlocale os.time os.tmpname coroutine.create
    coroutine.resume coroutine.running coroutine.status coroutine.wrap coroutine.yield
    package.cpath package.loaded package.loadlib package.path package.preload
    debug.debug debug.getfenv debug.gethook debug.getinfo debug.getlocal debug.getmetatable
    debug.getregistry debug.getupvalue debug.setfenv debug.sethook debug.setlocal
    debug.setmetatable debug.setupvalue debug.traceback`,
})

/** Lua. */
export const lua: Grammar = {
  states: {
    root: [
      [/(?<![^])#!.*/, 'cp'],
      [closed(/--\[(=*)\[/, String.raw`[^]*?\]\1\]`), 'cm'],
      [/--.*$/, 'c1'],
      [/\d*\.\d+e[+-]?\d+|\d+e[+-]?\d+/i, 'mf'],
      [/0x[0-9a-f]*/i, 'mh'],
      [/\d+/, 'mi'],
      [/\s+/, ''],
      [closed(/\[(=*)\[/, String.raw`[^]*?\]\1\]`), 's'],
      [/==|~=|<=|>=|\.\.\.|\.\.|[=+*/%^<>#-]/, 'o'],
      [/[[\]{}().,:;]/, 'p'],
      [/(function)(\s*)/, ['k', ''], 'function'],
      [
        /[A-Za-z_]\w*\.[A-Za-z_]\w*/,
        (run, text) => {
          if (modules.words.has(text)) return run.emit('nb', text)
          const [object = '', member = ''] = text.split('.')
          run.emitAs(names, object)
          run.emit('p', '.')
          run.emit('n', member)
        },
      ],
      [/[A-Za-z_]\w*/, names],
      [/'/, 's1', 'single'],
      [/"/, 's2', 'double'],
    ],
    function: [
      [/\s+/, ''],
      [/([A-Za-z_]\w*)(\.)/, ['nc', 'p']],
      [/[A-Za-z_]\w*/, 'nf', '#pop'],
      [/(?:)/, '', '#pop'],
    ],
    single: [
      [/'/, 's1', '#pop'],
      [/(?:\\[^]|[^'\\])+/, 's1'],
    ],
    double: [
      [/"/, 's2', '#pop'],
      [/(?:\\[^]|[^"\\])+/, 's2'],
    ],
  },
}
