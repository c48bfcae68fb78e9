/** Words of the language that have a class of their own, by class. */
export const LUA_WORDS = {
  k: `
    break do else elseif end for if in repeat return then until while
  `,
  kc: `
    false nil true
  `,
  kd: `
    local
  `,
  nb: `
    _g _version assert collectgarbage dofile error getmetatable ipairs load loadfile lua_cpath
    lua_cpath_5_3 lua_errerr lua_errfile lua_errgcmm lua_errmem lua_errrun lua_errsyntax
    lua_hookcall lua_hookcount lua_hookline lua_hookret lua_hooktailcall lua_init lua_init_5_3
    lua_maskcall lua_maskcount lua_maskline lua_maskret lua_maxinteger lua_mininteger
    lua_minstack lua_multret lua_noref lua_ok lua_opadd lua_opband lua_opbnot lua_opbor
    lua_opbxor lua_opdiv lua_opeq lua_opidiv lua_ople lua_oplt lua_opmod lua_opmul lua_oppow
    lua_opshl lua_opshr lua_opsub lua_opunm lua_path lua_path_5_3 lua_refnil lua_registryindex
    lua_ridx_globals lua_ridx_mainthread lua_tboolean lua_tfunction lua_tlightuserdata lua_tnil
    lua_tnone lua_tnumber lua_tstring lua_ttable lua_tthread lua_tuserdata lua_use_apicheck
    lua_yield lual_buffersize luaopen_base luaopen_coroutine luaopen_debug luaopen_io
    luaopen_math luaopen_os luaopen_package luaopen_string luaopen_table luaopen_utf8 next pairs
    pcall print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type
    xpcall
  `,
  ow: `
    and not or
  `,
}

/** Members of the standard modules. */
export const LUA_MEMBERS = `
  coroutine.create coroutine.isyieldable coroutine.resume coroutine.running coroutine.status
  coroutine.wrap coroutine.yield debug.debug debug.gethook debug.getinfo debug.getlocal
  debug.getmetatable debug.getregistry debug.getupvalue debug.getuservalue debug.sethook
  debug.setlocal debug.setmetatable debug.setupvalue debug.setuservalue debug.traceback
  debug.upvalueid debug.upvaluejoin io.close io.flush io.input io.lines io.open io.output
  io.popen io.read io.stderr io.stdin io.stdout io.tmpfile io.type io.write math.abs math.acos
  math.asin math.atan math.ceil math.cos math.deg math.exp math.floor math.fmod math.huge
  math.log math.max math.maxinteger math.min math.mininteger math.modf math.pi math.rad
  math.random math.randomseed math.sin math.sqrt math.tan math.tointeger math.type math.ult
  os.clock os.date os.difftime os.execute os.exit os.getenv os.remove os.rename os.setlocale
  os.time os.tmpname package.config package.cpath package.loaded package.loadlib package.path
  package.preload package.searchers package.searchpath string.byte string.char string.dump
  string.find string.format string.gmatch string.gsub string.len string.lower string.match
  string.pack string.packsize string.rep string.reverse string.sub string.unpack string.upper
  table.concat table.insert table.move table.pack table.remove table.sort table.unpack utf8.char
  utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset
`
