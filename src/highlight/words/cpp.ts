import { C_WORDS } from './c.js'

/** Words of the language that have a class of their own, by class: those of C and more. */
export const CPP_WORDS = {
  ...C_WORDS,
  k: `
    ${C_WORDS.k} alignas alignof asm catch char8_t class co_await co_return co_yield concept
    const_cast consteval constexpr constinit decltype delete dynamic_cast explicit export final
    friend mutable namespace new noexcept operator override private protected public
    reinterpret_cast requires restrict size_of static_assert static_cast template this thread_local throw
    throws try typeid typename using
  `,
  kr: `
    ${C_WORDS.kr} __event __interface __multiple_inheritance __single_inheritance __super __uuidof
    __virtual_inheritance
  `,
  kt: `${C_WORDS.kt} bool`,
}
