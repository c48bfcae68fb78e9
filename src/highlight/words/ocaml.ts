/** Words of the language that have a class of their own, by class. */
export const OCAML_WORDS = {
  bp: `
    false true
  `,
  k: `
    as assert begin class constraint do done downto else end exception external for fun function
    functor if in include inherit initializer lazy let match module mutable new nonrec object of
    open raise rec sig struct then to try type val virtual when while with
  `,
  kt: `
    array bool char float int list string unit
  `,
  ow: `
    and asr land lor lsl lxor mod or
  `,
}
