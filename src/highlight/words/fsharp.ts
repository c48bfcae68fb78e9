/** Words of the language that have a class of their own, by class. */
export const FSHARP_WORDS = {
  bp: `
    false true
  `,
  k: `
    abstract and as assert atomic base begin break checked class component const constraint
    constructor continue default delegate do done downcast downto eager elif else end event
    exception extern external finally fixed for fun function functor global if in include inherit
    inline interface internal lazy let match member method mixin module mutable namespace new not
    null object of open or override parallel private process protected public pure rec return
    sealed select sig static struct tailcall then to trait try type upcast use val virtual void
    volatile when while with yield
  `,
  kt: `
    array bool char float int list string unit
  `,
  ow: `
    asr land lor lsl lxor mod
  `,
}
