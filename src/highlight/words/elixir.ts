/** Words of the language that have a class of their own, by class. */
export const ELIXIR_WORDS = {
  bp: `
    __FILE__ __FUNCTION__ __LINE__ __MAIN__ __MODULE__
  `,
  k: `
    after bc case catch cond def defdelegate defexception defguard defguardp defimpl defmacro
    defmacrop defmodule defp defprotocol defrecord defstruct else end exit fn if lc loop raise
    receive rescue throw try unless
  `,
  kn: `
    import quote recur refer require super unquote use
  `,
  ow: `
    and in not or when xor
  `,
}
