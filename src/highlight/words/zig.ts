/** Words of the language that have a class of their own, by class. */
export const ZIG_WORDS = {
  k: `
    align allowzero and anyerror anyframe asm async await bool break c_int c_long c_longdouble
    c_longlong c_short c_uint c_ulong c_ulonglong c_ushort c_void callconv catch comptime
    comptime_float const continue defer else enum errdefer error export extern fn for if inline
    linksection noalias noinline noreturn nosuspend or orelse packed pub resume return struct
    suspend switch test threadlocal try type undefined union unreachable usingnamespace var void
    volatile while
  `,
  kc: `
    false null true
  `,
}
