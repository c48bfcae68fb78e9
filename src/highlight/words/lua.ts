/** Words of the language that have a class of their own, by class. */
export const LUA_WORDS = {
  k: `
    break do else elseif end for function if in repeat return then until while
  `,
  kc: `
    false nil true
  `,
  kd: `
    local
  `,
  nb: `
    _g _version assert collectgarbage dofile error getmetatable gsub ipairs load loadfile next
    pairs pcall print rawequal rawget rawset require select setmetatable tonumber tostring type
    xpcall
  `,
  ow: `
    and not or
  `,
}
