/** Words of the language that have a class of their own, by class. */
export const RUST_WORDS = {
  k: `
    Self abstract as async await become box break const continue crate do dyn else enum extern
    false final fn for if impl in let log loop macro match mod move mut override priv pub ref
    return self static struct super trait true try type typeof union unsafe unsized use virtual
    where while yield
  `,
  nb: `
    Add Arc AsMut AsRef BitAnd BitOr BitXor Box Clone Cons Const Copy DIR Default Div
    DoubleEndedIterator Drop Either Eq Err ExactSizeIterator Extend FILE Failure Fn FnMut FnOnce
    From Gc Index Into IntoIterator Iterator Left Modulo Mul Neg Nil None Num Ok Option Ord Owned
    PartialEq PartialOrd Pin Ptr Rc Result Right Send Shl Shr Sized Some String Sub Success Sync
    Unpin Vec bool c_char c_double c_float c_int c_long c_longlong c_schar c_short c_uchar c_uint
    c_ulong c_ulonglong c_ushort c_void char clock_t dev_t dirent drop f32 f64 float fpos_t i128
    i16 i32 i64 i8 ino_t int intptr_t isize mode_t off_t pid_t ptrdiff_t size_t ssize_t str time_t
    u128 u16 u32 u64 u8 uint uintptr_t usize
  `,
}
